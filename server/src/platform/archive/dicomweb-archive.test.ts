import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { Writable } from 'node:stream'
import { listDocuments } from '@fornix/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { archiveTests } from '../../../test/archive-suite.ts'
import { authority, hasOpenssl } from '../../../test/certificates.ts'
import { testApp } from '../../../test/harness.ts'
import { unknownAim } from '../../../test/imaging-world.ts'
import { hasOrthanc, startOrthanc } from '../../../test/orthanc.ts'
import { openLog } from '../log.ts'
import { projectId, staffScope } from '../scope.ts'
import { dicomwebArchive } from './dicomweb-archive.ts'
import { pacs, pacsTrouble } from './pacs.ts'
import { pacsChanges } from './pacs-changes.ts'
import { pacsPoller } from './poll-pacs.ts'

describe.runIf(hasOrthanc)('with a real Orthanc', async () => {
  if (!hasOrthanc) return
  const { platform, given, folder } = await testApp()
  const orthanc = await startOrthanc()
  afterAll(() => orthanc.stop())
  const scope = staffScope(projectId(await given.project()))
  archiveTests({ archive: dicomwebArchive(orthanc, platform.files), scope, folder })

  test('a server that is away is told apart from what does not exist', async () => {
    const away = dicomwebArchive({ url: 'http://127.0.0.1:9/dicom-web' }, platform.files)
    await expect(away.ready()).rejects.toMatchObject({ status: 503 })
  })

  test('with a wrong password the log says so, without it, /readyz names the archive, and the rest of the portal works', async () => {
    const password = 'wrong-canary-81c'
    const lines: string[] = []
    const log = openLog('info', new Writable({ write: (line, _encoding, done) => done(void lines.push(String(line))) }))
    const world = await testApp({
      platform: ({ files }) => ({ log, archive: dicomwebArchive({ ...orthanc, password }, files) }),
    })
    const nurse = await world.given.staff('Nurse')
    const ana = await world.given.patient(nurse.project)
    const aim = unknownAim()
    await world.given.study({ project: nurse.project, patient: ana.id, uid: aim.study, series: aim.series })

    for (let i = 0; i < 3; i++) {
      const { statusCode, body } = await world.app.inject('/readyz')
      expect([statusCode, JSON.parse(body)]).toMatchObject([
        503,
        { status: 'failing', archive: 'failing', database: 'ok' },
      ])
    }
    const images = await world.app.inject({
      url: `/api/dicomweb/studies/${aim.study}/series`,
      headers: { authorization: `Bearer ${nurse.token}` },
    })
    expect(images.statusCode).toBe(503)
    expect(images.headers['retry-after']).toBeDefined()
    expect(await world.send(nurse, listDocuments, { params: { key: ana.code }, query: {} })).toMatchObject({
      status: 200,
    })
    const address = `${orthanc.url}?`
    await pacsPoller(world.platform, pacsChanges({ ...orthanc, password }), address).poll()
    const all = lines.join('')
    expect(all.match(/the image archive is down/g)).toHaveLength(1)
    expect(all).toMatch(/the PACS could not be read/)
    expect(all.match(/the PACS refuses DICOMWEB_USER and DICOMWEB_PASSWORD/g)).toHaveLength(2)
    for (const secret of [password, Buffer.from(`portal:${password}`).toString('base64'), orthanc.url])
      expect(all + images.body).not.toContain(secret)
  })
})

test.runIf(hasOpenssl)('a PACS whose certificate nobody vouches for is told nothing', async () => {
  const papers = await mkdtemp(`${tmpdir()}/fornix-papers-`)
  const { certificate, key } = await (await authority(papers, 'stranger')).sign('localhost')
  const asked: unknown[] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url)
    response.end('[]')
  }
  const server = createServer({ cert: await readFile(certificate), key: await readFile(key) }, answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = { url: `https://localhost:${(server.address() as AddressInfo).port}`, user: 'portal', password: 'p' }
  const failure = await pacs(address)
    .json('/studies')
    .catch((error: unknown) => error)
  expect(pacsTrouble(failure)).toBe('the certificate of the PACS is not right')
  expect(asked).toEqual([])
  server.close()
  await rm(papers, { recursive: true, force: true })
})
