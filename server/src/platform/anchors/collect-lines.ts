import { createHash, type KeyObject } from 'node:crypto'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { wholeLines } from './anchor-folder.ts'
import { type AnchorLine, hashOf, type Parsed, parseLine, type UnsignedHead } from './anchor-line.ts'
import { keyId, publicKeyOf } from './audit-key.ts'

/** A line signed by its own key. `old`: the unsigned heads before it that it vouches for. */
export type SignedLine = { line: AnchorLine; hash: string; isLocal: boolean; old: UnsignedHead[] }
/** By log, position in it, and hash: usually one line per position. */
type Logs = Map<string, Map<number, Map<string, SignedLine>>>
export type Source = { name: string; from: string | Readable; isLocal: boolean }
export type Collected = { logs: Logs; problems: string[]; notices: string[]; successors: Map<string, Set<string>> }

type Given = {
  parsed: Extract<Parsed, { line: unknown }>
  hash: string
  old: UnsignedHead[]
  isLocal: boolean
  where: string
}
/** Lines of one key, each with the hash of the previous one: the signature of the last covers them all. */
type Run = Given[]
const maxRun = 256

/** Reads every line of the data folder's logs and of their copies, and keeps the signed ones. */
export const collectLines = async (sources: Source[], trusted: KeyObject[]): Promise<Collected> => {
  const keys = new Map(trusted.map((key) => [keyId(key), key]))
  const collected: Collected = { logs: new Map(), problems: [], notices: [], successors: new Map() }
  // A copy may start in the middle of a log, with its key announced elsewhere.
  const waiting: Run[] = []
  const runs = new Map<string, Run>()
  const end = (run: Run) =>
    keys.has(run[0]?.parsed.line.key ?? '') ? keepSigned(collected, run, keys) : waiting.push(run)
  const keep = (given: Given) => {
    const { line } = given.parsed
    learnKey(line, keys)
    const run = entry(runs, line.log, (): Run => [])
    if (run.length < maxRun && goesOn(run.at(-1), line)) return run.push(given)
    end(run)
    return runs.set(line.log, [given])
  }
  for (const source of sources) await readSource(source, collected, keep)
  for (const run of [...runs.values()]) end(run)
  for (const run of waiting) keepSigned(collected, run, keys)
  return collected
}

const goesOn = (last: Given | undefined, { key, count, previous }: AnchorLine) =>
  !last || (last.parsed.line.key === key && last.parsed.line.count + 1 === count && last.hash === previous)

const learnKey = (line: AnchorLine, keys: Map<string, KeyObject>) => {
  if (line.kind !== 'start' && line.kind !== 'key') return
  const namedKey = line.kind === 'start' ? line.key : line.next
  try {
    const key = publicKeyOf(line.public_key)
    if (keyId(key) === namedKey) keys.set(namedKey, key)
  } catch {
    // Not a key: lines that name it have no known signer.
  }
}

const keepSigned = (collected: Collected, run: Run, keys: Map<string, KeyObject>) => {
  const isSigned = ({ parsed: { line, isSignedBy } }: Given) => {
    const key = keys.get(line.key)
    return key !== undefined && isSignedBy(key)
  }
  const last = run.at(-1)
  const areSigned = last !== undefined && isSigned(last)
  for (const given of run) {
    if (areSigned || isSigned(given)) keepLine(collected, given)
    else
      collected.problems.push(
        `${given.where} is not signed by the key that it names: it was changed, or is of another hand.`,
      )
  }
}

const keepLine = ({ logs, successors }: Collected, { parsed: { line }, hash, old, isLocal }: Given) => {
  const log = entry(logs, line.log, () => new Map<number, Map<string, SignedLine>>())
  const place = entry(log, line.count, () => new Map<string, SignedLine>())
  const existing = place.get(hash)
  if (existing) existing.isLocal ||= isLocal
  else place.set(hash, { line, hash, isLocal, old })
  if (line.kind === 'key') entry(successors, line.key, () => new Set<string>()).add(line.next)
}

const entry = <K, V>(map: Map<K, V>, key: K, make: () => V) => {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

const counted = (lines: number) => (lines === 1 ? 'an unsigned line' : `${lines} unsigned lines`)

const readSource = async ({ name, from, isLocal }: Source, found: Collected, keep: (given: Given) => void) => {
  const called = basename(name)
  // Other text between the lines of a copy is up to whoever keeps the copy.
  const say = (text: string) => (isLocal ? found.problems : found.notices).push(text)
  let run: { old: UnsignedHead[]; hash: ReturnType<typeof createHash> } | undefined
  const refuse = () => {
    if (run) say(`${called} holds ${counted(run.old.length)} that no signed line vouches for.`)
    run = undefined
  }
  let number = 0
  // The last line of a log may still be being written; that of a copy may have lost its line break in an editor.
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
      keep({ parsed, hash: hashOf(parsed.text), old, isLocal, where: `Line ${number} of ${called}` })
    } else if ('unsigned' in parsed) {
      run ??= { old: [], hash: createHash('sha256') }
      run.old.push(parsed.unsigned)
      run.hash.update(`${parsed.text}\n`)
    } else if (text.trim() !== '') say(`Line ${number} of ${called} cannot be read.`)
  }
  refuse()
}
