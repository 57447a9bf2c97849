import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../base/sync-folder.ts'
import { wholeLines } from './anchor-folder.ts'
import { hashOf, isSigned, type LinePlace, parseLine, signedLine, type UnsignedLine } from './anchor-line.ts'
import { type AuditKeys, publicText, type SigningKey } from './audit-key.ts'

type State = Pick<LinePlace, 'log' | 'count' | 'previous'> & { key: SigningKey }
/** What opening found: a log to continue, a new one, or one that continues under a different key. */
export type LogStart = 'continued' | 'begun' | 'next key'
export type AnchorLog = Awaited<ReturnType<typeof openAnchorLog>>

/** A log of signed lines in a file that only this process writes. It continues where it ended. */
export const openAnchorLog = (path: string, keys: AuditKeys) => logIn(path, keys, readEnd)

/** Starts a new log at the end of a file, after those already in it. */
export const beginAnchorLog = (path: string, keys: AuditKeys) =>
  logIn(path, keys, async (file, path, keys) => ({ ...(await readEnd(file, path, keys)), existing: null }))

const logIn = async (path: string, keys: AuditKeys, end: typeof readEnd) => {
  const file = await open(path, 'a+', 0o600)
  await syncFolder(dirname(path))
  const found = await end(file, path, keys)
  let state = found.existing ?? found.fresh
  const write = async (sayings: UnsignedLine[]) => {
    const at = new Date().toISOString()
    let next = state
    const lines = sayings.map((saying) => {
      const { log, previous, key } = next
      const count = next.count + 1
      const text = signedLine({ log, count, at, previous }, saying, key)
      // What follows the announcement of a key is signed with that key.
      next = { log, count, previous: hashOf(text), key: saying.kind === 'key' ? keys.current : key }
      return `${text}\n`
    })
    // Flush to disk before any copy is sent: otherwise a power failure could produce two different lines at one position.
    await appendWhole(file, lines.join(''))
    state = next
  }
  const { sayings, beginning } = opening(found, keys)
  if (sayings.length > 0) await write(sayings)
  return { beginning, id: state.log, keyId: state.key.id, write, close: () => file.close() }
}

const opening = (
  { existing, unsigned }: Found,
  { current }: AuditKeys,
): { sayings: UnsignedLine[]; beginning: LogStart } => {
  const public_key = publicText(current.publicKey)
  if (existing?.key.id === current.id) return { sayings: [], beginning: 'continued' }
  if (existing) return { sayings: [{ kind: 'key', next: current.id, public_key }], beginning: 'next key' }
  return { sayings: [{ kind: 'start', public_key, unsigned }], beginning: 'begun' }
}

const appendWhole = async (file: FileHandle, text: string) => {
  const { size } = await file.stat()
  try {
    await file.appendFile(text)
    await file.datasync()
  } catch (error) {
    await file.truncate(size).catch(() => {})
    throw error
  }
}

/** `unsigned`: how many lines the file has if it was written only by versions that did not sign. */
type Found = { existing: State | null; fresh: State; unsigned: number }

/** The last line says where the log continues. A line that a crash cut off was never sent anywhere and is removed. */
const readEnd = async (file: FileHandle, path: string, keys: AuditKeys): Promise<Found> => {
  let [end, last, signed, unsigned] = [0, '', 0, 0]
  const beforeSigning = createHash('sha256')
  for await (const { text, end: after } of wholeLines(path)) {
    ;[end, last] = [after, text]
    if (isSigned(text)) signed++
    else unsigned++
    if (signed === 0) beforeSigning.update(`${text}\n`)
  }
  await file.truncate(end)
  const parsed = parseLine(last)
  const line = 'line' in parsed ? parsed.line : null
  // After an announcement, the announced key applies.
  const keyNow = line && (line.kind === 'key' ? line.next : line.key)
  const key = [keys.current, ...keys.older].find(({ id }) => id === keyNow)
  const existing = line && key ? { log: line.log, count: line.count, previous: hashOf(last), key } : null
  // No program writes unsigned lines after signed ones, so there is nothing to vouch for.
  const old = signed === 0 ? unsigned : 0
  const previous = old > 0 ? beforeSigning.digest('hex') : hashOf('')
  return { existing, fresh: { log: randomUUID(), count: 0, previous, key: keys.current }, unsigned: old }
}
