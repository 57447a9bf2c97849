import { createHash, type KeyObject } from 'node:crypto'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { wholeLines } from './anchor-folder.ts'
import { type AnchorLine, hashOf, type Parsed, parseLine, type UnsignedHead } from './anchor-line.ts'
import { keyId, publicKeyOf } from './audit-key.ts'

/** A line that its own key has signed. `old` are the unsigned heads before it that it vouches for. */
export type SignedLine = { line: AnchorLine; hash: string; isLocal: boolean; old: UnsignedHead[] }
/** By log, place in it, and hash: usually one line a place. */
type Logs = Map<string, Map<number, Map<string, SignedLine>>>
export type Source = { name: string; from: string | Readable; isLocal: boolean }
export type Collected = { logs: Logs; problems: string[]; notices: string[]; successors: Map<string, Set<string>> }

type Waiting = { parsed: Extract<Parsed, { line: unknown }>; old: UnsignedHead[]; isLocal: boolean; where: string }

/** Reads every line of the data folder's logs and of their copies, and keeps those that are signed. */
export const collectLines = async (sources: Source[], trusted: KeyObject[]): Promise<Collected> => {
  const keys = new Map(trusted.map((key) => [keyId(key), key]))
  const collected: Collected = { logs: new Map(), problems: [], notices: [], successors: new Map() }
  // A copy may begin in the middle of a log, and its key be told elsewhere.
  const waiting: Waiting[] = []
  const keep = (given: Waiting) => {
    learnKey(given.parsed.line, keys)
    if (keys.has(given.parsed.line.key)) keepSigned(collected, given, keys)
    else waiting.push(given)
  }
  for (const source of sources) await readSource(source, collected, keep)
  for (const given of waiting) keepSigned(collected, given, keys)
  return collected
}

const learnKey = (line: AnchorLine, keys: Map<string, KeyObject>) => {
  if (line.kind !== 'start' && line.kind !== 'key') return
  const told = line.kind === 'start' ? line.key : line.next
  try {
    const key = publicKeyOf(line.public_key)
    if (keyId(key) === told) keys.set(told, key)
  } catch {
    // No key: then the lines that name it are signed by nobody who is known.
  }
}

const keepSigned = (
  { logs, problems, successors }: Collected,
  { parsed: { line, text, isSignedBy }, old, isLocal, where }: Waiting,
  keys: Map<string, KeyObject>,
) => {
  const log = entry(logs, line.log, () => new Map<number, Map<string, SignedLine>>())
  const place = entry(log, line.count, () => new Map<string, SignedLine>())
  const hash = hashOf(text)
  const known = place.get(hash)
  if (known) {
    known.isLocal ||= isLocal
    return
  }
  const key = keys.get(line.key)
  if (!key || !isSignedBy(key)) {
    if (place.size === 0) log.delete(line.count)
    problems.push(`${where} is not signed by the key that it names: it was changed, or is of another hand.`)
    return
  }
  place.set(hash, { line, hash, isLocal, old })
  if (line.kind === 'key') entry(successors, line.key, () => new Set<string>()).add(line.next)
}

const entry = <K, V>(map: Map<K, V>, key: K, make: () => V) => {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

const counted = (lines: number) => (lines === 1 ? 'an unsigned line' : `${lines} unsigned lines`)

const readSource = async ({ name, from, isLocal }: Source, found: Collected, keep: (given: Waiting) => void) => {
  const called = basename(name)
  // What stands in a copy between the lines is that place's own matter.
  const say = (text: string) => (isLocal ? found.problems : found.notices).push(text)
  let run: { old: UnsignedHead[]; hash: ReturnType<typeof createHash> } | undefined
  const refuse = () => {
    if (run) say(`${called} holds ${counted(run.old.length)} that no signed line vouches for.`)
    run = undefined
  }
  let number = 0
  // The last line of a log may be on its way; that of a copy may have lost its line break in somebody's editor.
  for await (const { text } of wholeLines(from, 0, { isWanted: !isLocal })) {
    number++
    const parsed = parseLine(text)
    if ('line' in parsed) {
      const { line } = parsed
      const isVouched =
        line.kind === 'start' && line.unsigned === run?.old.length && line.previous === run.hash.digest('hex')
      const old = (isVouched && run?.old) || []
      if (isVouched) run = undefined
      refuse()
      keep({ parsed, old, isLocal, where: `Line ${number} of ${called}` })
    } else if ('unsigned' in parsed) {
      run ??= { old: [], hash: createHash('sha256') }
      run.old.push(parsed.unsigned)
      run.hash.update(`${parsed.text}\n`)
    } else if (text.trim() !== '') say(`Line ${number} of ${called} cannot be read.`)
  }
  refuse()
}
