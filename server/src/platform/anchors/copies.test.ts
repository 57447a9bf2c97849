import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { capturedLog } from '../../../test/captured-log.ts'
import { authority, hasOpenssl } from '../../../test/certificates.ts'
import { hasSyslog, startSyslog } from '../../../test/syslog.ts'
import { openLog } from '../base/log.ts'
import { anchorsCopied } from '../base/signals.ts'
import { namedLog, ownLog } from './anchor-folder.ts'
import { hashOf } from './anchor-line.ts'
import { openAnchorLog } from './anchor-log.ts'
import { newKeyPair, parseAuditKeys } from './audit-key.ts'
import { readAnchors } from './check-logs.ts'
import { type Copy, catchUpCopy, copiesOf } from './copies.ts'

const root = await mkdtemp(`${tmpdir()}/fornix-copies-`)
afterAll(() => rm(root, { recursive: true, force: true }))
const keys = parseAuditKeys(newKeyPair().privatePem)
const project = randomUUID()
const quiet = openLog('silent')

const aFolder = async () => {
  const folder = await mkdtemp(`${root}/`)
  let seq = 0
  const write = async (heads: number, name = ownLog) => {
    const log = await openAnchorLog(`${folder}/${name}`, keys)
    for (let n = 0; n < heads; n++) await log.write([{ kind: 'head', project, seq: ++seq, hash: hashOf(String(seq)) }])
    await log.close()
  }
  const own = async () => (await readFile(`${folder}/${ownLog}`, 'utf8')).trimEnd().split('\n')
  return { folder, write, own }
}
const only = (settings: Parameters<typeof copiesOf>[0]): Copy => copiesOf(settings)[0]!
const toFile = (path: string) => only({ AUDIT_COPY_FILE: path, AUDIT_SYSLOG_URL: undefined })
const toSyslog = (url: string) => only({ AUDIT_COPY_FILE: undefined, AUDIT_SYSLOG_URL: url })

test('a file elsewhere gets every line of every log once and in order, also over restarts', async () => {
  const { folder, write, own } = await aFolder()
  const path = `${root}/copy-${randomUUID()}`
  await write(3)
  await catchUpCopy(folder, toFile(path), quiet)
  await write(2)
  await catchUpCopy(folder, toFile(path), quiet)
  await catchUpCopy(folder, toFile(path), quiet)
  expect(await readFile(path, 'utf8')).toBe(`${(await own()).join('\n')}\n`)
  await write(1, namedLog(randomUUID()))
  await catchUpCopy(folder, toFile(path), quiet)
  const { heads, problems } = await readAnchors([{ name: path, from: path, isLocal: false }], keys.trusted)
  expect([heads.get(project)?.length, problems]).toEqual([6, []])
})

test('what a full disk cut off is written once more, on a line of its own', async () => {
  const { folder, write } = await aFolder()
  const path = `${root}/copy-${randomUUID()}`
  await write(1)
  await catchUpCopy(folder, toFile(path), quiet)
  await appendFile(path, '{"log":"4f')
  await write(1)
  await catchUpCopy(folder, toFile(path), quiet)
  const { heads, problems } = await readAnchors([{ name: path, from: path, isLocal: false }], keys.trusted)
  expect([heads.get(project)?.length, problems]).toEqual([2, []])
})

test('while a copy cannot be made the lines wait, and it is told how long they have', async () => {
  const { folder, write } = await aFolder()
  const told: (number | null)[] = []
  const unsubscribe = anchorsCopied.subscribe(({ waitingSince }) => void told.push(waitingSince))
  const path = `${root}/not-mounted-${randomUUID()}/copy`
  await write(1)
  await expect(catchUpCopy(folder, toFile(path), quiet)).rejects.toThrow('ENOENT')
  expect(told).toEqual([expect.any(Number)])
  await writeFile(`${root}/mounted`, '')
  await catchUpCopy(folder, toFile(`${root}/mounted`), quiet)
  expect(told).toEqual([expect.any(Number), null])
  unsubscribe()
})

test('a log that is shorter than what was copied of it is an alert', async () => {
  const { folder, write, own } = await aFolder()
  const { log, lines } = capturedLog('error')
  const path = `${root}/copy-${randomUUID()}`
  await write(3)
  await catchUpCopy(folder, toFile(path), log)
  await writeFile(`${folder}/${ownLog}`, `${(await own()).slice(0, 2).join('\n')}\n`)
  await write(1)
  await catchUpCopy(folder, toFile(path), log)
  expect(lines.join('')).toContain('"alert":"audit"')
})

describe.skipIf(!hasSyslog || !hasOpenssl)('a real syslog server', () => {
  let ca: Awaited<ReturnType<typeof authority>>
  let server: { certificate: string; key: string }
  let client: { certificate: string; key: string }
  let syslog: Awaited<ReturnType<typeof startSyslog>>
  const url = (more = `&cert=${client.certificate}&key=${client.key}`, by = ca.certificate) =>
    `tls://localhost:${syslog.port}?ca=${by}${more}`

  beforeAll(async () => {
    ca = await authority(root, 'logs')
    server = await ca.sign('localhost')
    client = await ca.sign('portal')
    syslog = await startSyslog(root, ca.certificate, server)
  })
  afterAll(() => syslog?.stop())

  test('gets the lines over TLS, keeps them in order while it is away, and what it holds proves the anchors', async () => {
    const { folder, write, own } = await aFolder()
    await write(3)
    await catchUpCopy(folder, toSyslog(url()), quiet)
    expect(await syslog.lines(4)).toHaveLength(4)

    const { port } = syslog
    await syslog.stop()
    await write(2)
    await expect(catchUpCopy(folder, toSyslog(url()), quiet)).rejects.toThrow('ECONNREFUSED')
    syslog = await startSyslog(root, ca.certificate, server, port)
    await catchUpCopy(folder, toSyslog(url()), quiet)
    await catchUpCopy(folder, toSyslog(url()), quiet)
    const received = await syslog.lines(6)
    expect(received.map((line) => line.slice(line.indexOf('{')))).toEqual(await own())

    await rm(`${folder}/${ownLog}`)
    const source = { name: 'syslog', from: syslog.received, isLocal: false }
    const { heads, problems } = await readAnchors([source], keys.trusted)
    expect([heads.get(project)?.length, problems]).toEqual([5, []])
  })

  test('that has a certificate of another authority gets nothing', async () => {
    const { folder, write } = await aFolder()
    await write(1)
    const other = await authority(root, 'others')
    await expect(catchUpCopy(folder, toSyslog(url(undefined, other.certificate)), quiet)).rejects.toThrow('certificate')
  })

  test('that refuses the certificate of the portal has not taken the lines', async () => {
    const { folder, write } = await aFolder()
    await write(1)
    await expect(catchUpCopy(folder, toSyslog(url('')), quiet)).rejects.toThrow()
  })
})

test.skipIf(!hasOpenssl)('a server that hangs up before it has read everything has not taken the lines', async () => {
  const { folder, write } = await aFolder()
  await write(1)
  const ca = await authority(root, 'rude')
  const { certificate, key } = await ca.sign('localhost')
  const server = createServer({ cert: await readFile(certificate), key: await readFile(key) }, (socket) => {
    socket.on('error', () => {})
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await expect(catchUpCopy(folder, toSyslog(`tls://localhost:${port}?ca=${ca.certificate}`), quiet)).rejects.toThrow()
  server.close()
})
