import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/Orthanc'
const plugins = '/usr/share/orthanc/plugins'

/** Debian's Orthanc with its DICOMweb plugin is on this machine; `npm test` installs it where it can. */
export const hasOrthanc = existsSync(program) && existsSync(`${plugins}/libOrthancDicomWeb.so`)

/** A real PACS, for this test only, with a password and nobody but us to reach it. */
export const startOrthanc = async () => {
  const folder = await mkdtemp(`${tmpdir()}/fornix-orthanc-`)
  const port = await freePort()
  const config = {
    Name: 'Test PACS',
    StorageDirectory: folder,
    IndexDirectory: folder,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: true,
    RegisteredUsers: { portal: 'orthanc-test' },
    DicomServerEnabled: false,
    HttpPort: port,
    Plugins: (await readdir(plugins)).filter((file) => /DicomWeb|Gdcm/.test(file)).map((file) => `${plugins}/${file}`),
    DicomWeb: { Enable: true, Root: '/dicom-web/' },
  }
  await writeFile(`${folder}/orthanc.json`, JSON.stringify(config))
  const server = spawn(program, [`${folder}/orthanc.json`], { stdio: 'ignore' })
  // Where a filter leaves out every test of a block, nothing stops what the block started.
  process.once('exit', () => server.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const headers = { authorization: `Basic ${Buffer.from('portal:orthanc-test').toString('base64')}` }
  const isUp = () =>
    fetch(`${url}/system`, { headers }).then(
      ({ ok }) => ok,
      () => false,
    )
  while (server.exitCode === null && !(await isUp())) await pause(50)
  if (server.exitCode !== null) throw new Error(`Orthanc ended with ${server.exitCode}`)
  return {
    url: `${url}/dicom-web`,
    rest: url,
    pid: server.pid ?? 0,
    headers,
    user: 'portal',
    password: 'orthanc-test',
    stop: async () => {
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
