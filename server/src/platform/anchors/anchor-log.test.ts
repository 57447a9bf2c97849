import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { anchorFiles, namedLog, ownLog } from './anchor-folder.ts'
import { hashOf, signedLine, type UnsignedLine } from './anchor-line.ts'
import { beginAnchorLog, openAnchorLog } from './anchor-log.ts'
import { type AuditKeys, newKeyPair, parseAuditKeys } from './audit-key.ts'
import { readAnchors } from './check-logs.ts'

const root = await mkdtemp(`${tmpdir()}/fornix-anchors-`)
afterAll(() => rm(root, { recursive: true, force: true }))

const [first, second] = [newKeyPair(), newKeyPair()]
const ours = parseAuditKeys(first.privatePem)
const rotated = parseAuditKeys(second.privatePem + first.privatePem)
const next = parseAuditKeys(second.privatePem)
const stranger = parseAuditKeys(newKeyPair().privatePem)
const project = randomUUID()
const head = (seq: number): UnsignedLine => ({ kind: 'head', project, seq, hash: hashOf(String(seq)) })

const aFolder = async () => {
  const folder = await mkdtemp(`${root}/`)
  const path = `${folder}/${ownLog}`
  const write = async (keys: AuditKeys, ...seqs: number[]) => {
    const log = await openAnchorLog(path, keys)
    await log.write(seqs.map(head))
    await log.close()
    return log.beginning
  }
  const check = async (trusted: AuditKeys['trusted'] | null = ours.trusted, copy?: string) => {
    const local = (await anchorFiles(folder)).map((from) => ({ name: from, from, isLocal: true }))
    const copies = copy ? [{ name: copy, from: copy, isLocal: false }] : []
    const { heads, problems, notices } = await readAnchors([...local, ...copies], trusted)
    return { seqs: (heads.get(project) ?? []).map(({ seq }) => seq), problems, notices }
  }
  const lines = async () => (await readFile(path, 'utf8')).trimEnd().split('\n')
  return { folder, path, write, check, lines }
}

test('a log goes on after a restart, also where a crash cut its last line off', async () => {
  const { path, write, check, lines } = await aFolder()
  expect(await write(ours, 1)).toBe('begun')
  const [, line = ''] = await lines()
  await appendFile(path, line.slice(0, 40))
  expect(await write(ours, 2)).toBe('continued')
  expect(await check()).toEqual({ seqs: [1, 2], problems: [], notices: [] })
})

test('a new key is announced by the old one, and both ends of the change are trusted by either key', async () => {
  const { write, check, lines } = await aFolder()
  await write(ours, 1)
  expect(await write(rotated, 2)).toBe('next key')
  expect(await write(next, 3)).toBe('continued')
  const [, , announced] = (await lines()).map((line) => JSON.parse(line))
  expect(announced).toMatchObject({ kind: 'key', key: ours.current.id, next: next.current.id })
  const whole = { seqs: [1, 2, 3], problems: [], notices: [] }
  expect(await check(ours.trusted)).toEqual(whole)
  expect(await check(next.trusted)).toEqual(whole)
  expect((await check(stranger.trusted)).seqs).toEqual([])
})

test('a key that the old one did not announce begins a log of its own, which is trusted only where it is given', async () => {
  const { write, check } = await aFolder()
  await write(ours, 1)
  expect(await write(stranger, 2)).toBe('begun')
  const { seqs, problems } = await check()
  expect(seqs).toEqual([1])
  expect(problems).toEqual([expect.stringContaining(`is signed by the key ${stranger.current.id}, which is neither`)])
  expect(await check([...ours.trusted, ...stranger.trusted])).toMatchObject({ seqs: [1, 2], problems: [] })
})

test('a stranger who announces our key by a line of his own gains no trust by it', async () => {
  const { write, check } = await aFolder()
  await write(stranger, 1)
  expect(await write({ ...ours, older: [stranger.current] })).toBe('next key')
  const { seqs, problems } = await check()
  expect(seqs).toEqual([])
  expect(problems).toEqual([expect.stringContaining(`is signed by the key ${stranger.current.id}, which is neither`)])
})

test('a line by a key that is trusted elsewhere, and not announced in this log, is named', async () => {
  const { folder, path, write, check, lines } = await aFolder()
  await write(ours, 1)
  const other = await beginAnchorLog(`${folder}/${namedLog(randomUUID())}`, stranger)
  await other.close()
  const [start = '', last = ''] = await lines()
  const { log } = JSON.parse(start) as { log: string }
  const place = { log, count: 3, at: new Date().toISOString(), previous: hashOf(last) }
  await appendFile(path, `${signedLine(place, head(2), stranger.current)}\n`)
  const { problems } = await check([...ours.trusted, ...stranger.trusted])
  expect(problems).toEqual([`Line 3 of log ${log.slice(0, 8)} is signed by a key that was not announced.`])
})

test('a line in the middle that was written anew with the right key no longer carries the next one', async () => {
  const { path, write, check, lines } = await aFolder()
  await write(ours, 1, 2)
  const [start = '', , last = ''] = await lines()
  const { log, at } = JSON.parse(start) as { log: string; at: string }
  const forged = signedLine({ log, count: 2, at, previous: hashOf(start) }, head(9), ours.current)
  await writeFile(path, `${[start, forged, last].join('\n')}\n`)
  expect((await check()).problems).toEqual([`Line 3 of log ${log.slice(0, 8)} does not follow the line before it.`])
})

test('a key that is handed on twice is named', async () => {
  const { folder, write, check } = await aFolder()
  await write(ours, 1)
  await write(rotated, 2)
  const path = `${folder}/${namedLog(randomUUID())}`
  await (await openAnchorLog(path, ours)).close()
  const stolen = parseAuditKeys(stranger.current.privateKey.export({ format: 'pem', type: 'pkcs8' }) + first.privatePem)
  await (await openAnchorLog(path, stolen)).close()
  expect((await check()).problems).toEqual([
    `The key ${ours.current.id} was handed on to 2 others: all but one are forged.`,
  ])
})

test('unsigned lines of an old version count when the first signed line vouches for them, and no others do', async () => {
  const { path, write, check, lines } = await aFolder()
  const old = (seq: number) =>
    JSON.stringify({ at: '2026-01-01T00:00:00.000Z', project, seq, hash: hashOf(String(seq)) })
  await writeFile(path, `${old(1)}\n${old(2)}\n`)
  expect((await check()).problems).toEqual([`${ownLog} holds 2 unsigned lines that no signed line vouches for.`])
  await write(ours, 3)
  expect(await check()).toEqual({ seqs: [1, 2, 3], problems: [], notices: [] })

  const [, , ...signed] = await lines()
  await writeFile(path, [old(1), old(4), ...signed, ''].join('\n'))
  const unvouched = `${ownLog} holds 2 unsigned lines that no signed line vouches for.`
  expect(await check()).toEqual({ seqs: [3], problems: [unvouched], notices: [] })

  // Unsigned lines after signed ones belong to no log, even after the next start.
  await writeFile(path, [...signed, old(4), ''].join('\n'))
  expect(await write(ours, 5)).toBe('begun')
  expect((await check()).problems).toEqual([`${ownLog} holds an unsigned line that no signed line vouches for.`])
})

test('a copy may begin in the middle, hold lines twice, and carry the words of a syslog server before them', async () => {
  const { folder, path, write, check, lines } = await aFolder()
  await write(ours, 1, 2, 3)
  const [, , ...end] = await lines()
  const copy = `${folder}/copy`
  const received = [...end, ...end].map((line) => `2026-11-22T10:00:00+01:00 node-1 fornix ${line}`)
  await writeFile(copy, [...received, 'something else', ''].join('\n'))
  expect(await check(ours.trusted, copy)).toEqual({
    seqs: [1, 2, 3],
    problems: [],
    notices: ['Line 5 of copy cannot be read.'],
  })
  await rm(path)
  const alone = await check(ours.trusted, copy)
  expect(alone).toMatchObject({ seqs: [2, 3], problems: [] })
  expect(alone.notices).toContainEqual(expect.stringMatching(/^Of log \w{8} only lines from 3 on were given\.$/))
})
