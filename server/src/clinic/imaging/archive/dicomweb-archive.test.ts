import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { listDocuments } from '@fornix/contract'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { archiveTests } from '../../../../test/archive-suite.ts'
import { capturedLog } from '../../../../test/captured-log.ts'
import { authority, hasOpenssl } from '../../../../test/certificates.ts'
import { testApp } from '../../../../test/harness.ts'
import { unknownAim } from '../../../../test/imaging-world.ts'
import { hasOrthanc, startOrthanc } from '../../../../test/orthanc.ts'
import { projectId, staffScope } from '../../../platform/database/scope.ts'
import type { DicomJson } from '../dicom/dicom-json.ts'
import type { Chain } from './archive.ts'
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
    const { log, lines } = capturedLog('info')
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

// Orthanc itself refuses such chains; others do not.
test('of a server that looks at the last UID of an address only, nothing comes by the study or series of another', async () => {
  const [ours, theirs] = [unknownAim(), unknownAim()]
  const sibling = { ...unknownAim(), study: ours.study }
  const entry = ({ study, series, instance }: typeof ours) => ({
    '0020000D': { vr: 'UI', Value: [study] },
    '0020000E': { vr: 'UI', Value: [series] },
    '00080018': { vr: 'UI', Value: [instance] },
  })
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    if (!url.includes('?')) return response.end('bytes')
    const all = [ours, sibling, theirs].filter((aim) => Object.values(aim).some((uid) => url.endsWith(`=${uid}`)))
    return response.end(JSON.stringify(all.map(entry)))
  }
  const server = createPlainServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { platform, given } = await testApp()
  const scope = staffScope(projectId(await given.project()))
  const archive = dicomwebArchive({ url }, platform.files)
  const fileOf = async (chain: Chain) => {
    const found = await archive.files(scope, chain)
    return found && text(found.body as Readable)
  }
  const { study, series } = ours
  const mixed = [
    { study, series: theirs.series },
    { study, series, instance: theirs.instance },
    { study, series: theirs.series, instance: theirs.instance },
    { study, series, instance: sibling.instance },
  ]
  // Twice, and after the right ones: remembering one chain must not affect another.
  for (let time = 0; time < 2; time++) {
    for (const chain of [ours, sibling, theirs]) expect(await fileOf(chain)).toBe('bytes')
    for (const chain of mixed) expect(await fileOf(chain)).toBeNull()
  }
  server.close()
})

test('of a server that passes over the levels of an address, a list has only what is in the series that was asked for', async () => {
  const ours = unknownAim()
  const [sibling, other] = [{ ...unknownAim(), study: ours.study }, unknownAim()]
  const entry = ({ study, series, instance }: typeof ours) => ({
    '0020000D': { vr: 'UI', Value: [study] },
    '0020000E': { vr: 'UI', Value: [series] },
    '00080018': { vr: 'UI', Value: [instance] },
  })
  const { '0020000D': _, '0020000E': __, ...terse } = entry(unknownAim())
  const server = createPlainServer((_, response) =>
    response.end(JSON.stringify([...[other, sibling, ours].map(entry), terse])),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { platform, given } = await testApp()
  const scope = staffScope(projectId(await given.project()))
  const archive = dicomwebArchive({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, platform.files)
  const uids = (list: DicomJson[] | null, tag: string) => list?.map((tags) => tags[tag]?.Value?.[0])
  const { study, series, instance } = ours
  const named = terse['00080018'].Value[0]
  expect(uids(await archive.instancesOf(scope, { study, series }), '00080018')).toEqual([instance, named])
  expect(uids(await archive.metadata(scope, { study, series }, ''), '00080018')).toEqual([instance, named])
  expect(uids(await archive.metadata(scope, ours, ''), '00080018')).toEqual([instance])
  expect(uids(await archive.seriesOf(scope, study), '0020000E')).toEqual([sibling.series, series, undefined])
})

test('a PACS that hangs up while a viewer is slow ends neither the answer nor the portal', async () => {
  const bytes = Buffer.alloc(64 * 1024, 'x')
  const head = `HTTP/1.1 200 OK\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`
  const hungUp = Promise.withResolvers<void>()
  const server = createTcpServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), bytes]), hungUp.resolve)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // In a separate process, where Node's fetch comes first and brings its older client: that one crashes here.
  const program = `
    await fetch('data:,')
    const { pacs } = await import('${import.meta.resolve('./pacs.ts')}')
    const { body } = await pacs({ url: '${url}' }).bytes('/studies', 'application/dicom')
    process.stdout.write('begun ')
    await new Promise((isSaid) => process.stdin.once('data', isSaid))
    console.log((await body.toArray()).reduce((sum, { length }) => sum + length, 0))
    process.exit()`
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const { stdin, stdout: said } = running.child
  await Promise.race([Promise.all([hungUp.promise, once(said!, 'data')]), running])
  stdin!.end('read on')
  const { stdout } = await running
  expect(stdout.trim()).toBe(`begun ${bytes.length}`)
  server.close()
})

/** A PACS with a certificate from an authority that nobody knows yet. */
const withCertificate = async (answer: RequestListener) => {
  const papers = await mkdtemp(`${tmpdir()}/fornix-papers-`)
  const { certificate: ca, sign } = await authority(papers, 'stranger')
  const { certificate, key } = await sign('localhost')
  const server = createServer({ cert: await readFile(certificate), key: await readFile(key) }, answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    server.close()
    await rm(papers, { recursive: true, force: true })
  })
  return { ca, url: `https://localhost:${(server.address() as AddressInfo).port}` }
}

test.runIf(hasOpenssl)('a PACS whose certificate nobody vouches for is told nothing', async () => {
  const asked: unknown[] = []
  const { url } = await withCertificate((request, response) => {
    asked.push(request.url)
    response.end('[]')
  })
  const failure = await pacs({ url, user: 'portal', password: 'p' })
    .json('/studies')
    .catch((error: unknown) => error)
  expect(pacsTrouble(failure)).toBe('the certificate of the PACS is not right')
  expect(asked).toEqual([])
})

test.runIf(hasOpenssl)('a PACS whose certificate is vouched for is read whole', async () => {
  const series = randomBytes(3_000_000)
  const { ca, url } = await withCertificate((_, response) => response.end(series))
  // Node reads its trusted authorities at startup.
  const program = `
    const { createHash } = await import('node:crypto')
    const { pacs } = await import('${import.meta.resolve('./pacs.ts')}')
    const { body } = await pacs({ url: '${url}' }).bytes('/series', '*/*')
    const hash = createHash('sha256')
    for await (const piece of body) hash.update(piece)
    console.log(hash.digest('hex'))
    process.exit()`
  const env = { NODE_EXTRA_CA_CERTS: ca }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  expect(stdout.trim()).toBe(createHash('sha256').update(series).digest('hex'))
})
