import type { KeyObject } from 'node:crypto'
import type { Restored } from './anchor-line.ts'
import { keyId } from './audit-key.ts'
import { type Collected, collectLines, type SignedLine, type Source } from './collect-lines.ts'

export type Anchor = { project: string; at: number; seq: number; hash: string }
export type Anchors = {
  heads: Map<string, Anchor[]>
  restores: Restored[]
  problems: string[]
  notices: string[]
  /** Logs whose problems a restored data folder would explain. */
  explainable: string[]
}

type Places = Map<number, Map<string, SignedLine>>
const linesOf = (places: Places) => [...places.values()].flatMap((place) => [...place.values()])
const short = (log: string) => `log ${log.slice(0, 8)}`
const range = (from: number, to: number) => (from === to ? `Line ${from}` : `Lines ${from} to ${to}`)

/** The anchors that count, after checking the logs against each other and against the trusted keys. */
export const readAnchors = async (sources: Source[], trusted: KeyObject[] | null): Promise<Anchors> => {
  const collected = await collectLines(sources, trusted ?? [])
  const { logs, problems, notices } = collected
  for (const [old, next] of collected.successors)
    if (next.size > 1) problems.push(`The key ${old} was handed on to ${next.size} others: all but one are forged.`)
  const isTrusted = trustedBy(trusted, collected)
  const all = [...logs].flatMap(([, places]) => linesOf(places))
  const lines = all.filter(({ line }) => isTrusted(line.key))
  for (const [log, places] of logs) {
    const stranger = linesOf(places).find(({ line }) => !isTrusted(line.key))
    if (stranger)
      problems.push(
        `Line ${stranger.line.count} of ${short(log)} is signed by the key ${stranger.line.key}, which is neither the given one nor announced by it.`,
      )
  }
  const restores = lines.flatMap(({ line }) => (line.kind === 'restore' ? [line] : []))
  const explainable: string[] = []
  for (const [log, places] of logs) {
    for (const problem of brokenChain(log, places)) problems.push(problem)
    const isAccepted = (at: string) => restores.some((restored) => restored.logs.includes(log) && restored.at >= at)
    const found = differences(log, places, isAccepted)
    if (found.length > 0) explainable.push(log)
    problems.push(...found)
    const first = linesOf(places).reduce((least, { line }) => Math.min(least, line.count), Number.MAX_SAFE_INTEGER)
    if (first > 1) notices.push(`Of ${short(log)} only lines from ${first} on were given.`)
  }
  return { heads: headsOf(lines, restores), restores, problems, notices, explainable }
}

/** Trust extends to announced keys, and back to keys whose announcement the next key continued. */
const trustedBy = (given: KeyObject[] | null, { logs }: Collected) => {
  if (!given) return () => true
  const trusted = new Set(given.map(keyId))
  const announced = [...logs.values()].flatMap((places) =>
    [...places.values()].flatMap((place) =>
      [...place.values()].flatMap(({ line, hash }) => {
        if (line.kind !== 'key') return []
        const after = [...(places.get(line.count + 1)?.values() ?? [])]
        const isContinued = after.some(({ line: next }) => next.previous === hash && next.key === line.next)
        return [{ from: line.key, to: line.next, isContinued }]
      }),
    ),
  )
  for (let before = -1; before !== trusted.size; ) {
    before = trusted.size
    for (const { from, to, isContinued } of announced) {
      if (trusted.has(from)) trusted.add(to)
      if (isContinued && trusted.has(to)) trusted.add(from)
    }
  }
  return (id: string) => trusted.has(id)
}

/** Lines missing from everything known of a log, or lines that do not follow the previous line. */
const brokenChain = (log: string, places: Places) => {
  const problems: string[] = []
  const counts = [...places.keys()].sort((a, b) => a - b)
  let before = counts[0] ?? 1
  if (before > 1 && linesOf(places).some(({ isLocal }) => isLocal))
    problems.push(`${range(1, before - 1)} of ${short(log)} ${before === 2 ? 'is' : 'are'} missing.`)
  for (const count of counts) {
    const gap = count - before - 1
    if (gap > 0) problems.push(`${range(before + 1, count - 1)} of ${short(log)} ${gap === 1 ? 'is' : 'are'} missing.`)
    const previous = [...(places.get(count - 1)?.values() ?? [])]
    for (const { line } of places.get(count)?.values() ?? []) {
      const follows = previous.find(({ hash }) => hash === line.previous)
      const expected = follows && (follows.line.kind === 'key' ? follows.line.next : follows.line.key)
      if (previous.length > 0 && !follows)
        problems.push(`Line ${count} of ${short(log)} does not follow the line before it.`)
      else if ((expected && expected !== line.key) || (count === 1) !== (line.kind === 'start'))
        problems.push(`Line ${count} of ${short(log)} is signed by a key that was not announced.`)
    }
    before = count
  }
  return problems
}

/** Where the data folder has less of its own log than a copy, or something different; accepted differences are left out. */
const differences = (log: string, places: Places, isAccepted: (at: string) => boolean) => {
  const known = [...places].map(([count, place]) => {
    const lines = [...place.values()]
    const at = lines.map(({ line }) => line.at).sort()[0] ?? ''
    return {
      count,
      isLocal: lines.some(({ isLocal }) => isLocal),
      isForked: lines.length > 1,
      isAccepted: isAccepted(at),
    }
  })
  const most = (counts: { count: number }[]) => counts.reduce((last, { count }) => Math.max(last, count), 0)
  const end = most(known.filter(({ isLocal }) => isLocal))
  if (end === 0) return []
  const open = known.filter(({ isAccepted }) => !isAccepted).sort((a, b) => a.count - b.count)
  const found: string[] = []
  if (open.some(({ count }) => count > end))
    found.push(
      `The anchors of ${short(log)} end at line ${end} in the data folder, and at line ${most(known)} in a copy: the file was cut, or set back to an older state.`,
    )
  const lost = open.find(({ count, isLocal }) => count < end && !isLocal)
  if (lost) found.push(`Line ${lost.count} of ${short(log)} is in a copy and not in the data folder.`)
  const forked = open.find(({ isForked }) => isForked)
  if (forked)
    found.push(
      `There are two different lines ${forked.count} of ${short(log)}: the anchors were written anew, or the file was set back to an older state.`,
    )
  return found
}

/** The heads by project, except those that an accepted restore voided. */
const headsOf = (lines: SignedLine[], restores: Restored[]) => {
  const heads = new Map<string, Anchor[]>()
  const add = (head: { project: string; at: string; seq: number; hash: string }) => {
    const isVoid = restores.some(
      ({ at, projects }) =>
        head.at <= at && projects.some(({ project, agreed }) => project === head.project && head.seq > agreed),
    )
    if (isVoid || head.seq === 0) return
    const { project, seq, hash } = head
    const anchors = heads.get(project) ?? []
    anchors.push({ project, seq, hash, at: Date.parse(head.at) })
    heads.set(project, anchors)
  }
  for (const { line, old } of lines) {
    for (const head of old) add(head)
    if (line.kind === 'head') add(line)
  }
  for (const anchors of heads.values()) anchors.sort((a, b) => a.seq - b.seq || a.at - b.at)
  return heads
}
