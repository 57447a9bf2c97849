import { sql } from 'kysely'
import type { Anchor } from '../anchors/check-logs.ts'
import type { Database } from '../database/db.ts'
import { chainLink, chainStart, sealedContent } from './audit-seal.ts'

/** How far a row's time may differ from the time in its id: one is from the database's clock, the other from the program's. */
const clocksMs = 2 * 60_000
/** How much earlier than previously sealed or anchored rows a row may be dated: long transactions, or two clocks. */
const lateMs = 10 * 60_000
const page = 5000

type Row = {
  seq: number
  hash: Buffer | null
  event_id: string
  at: number
  action: string
  content: string
}
/** `agreed`: the last anchored row that the database still holds unchanged, if a restore would explain the rest. */
type Checked = { problems: string[]; agreed: number | null }

const time = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

// Rows from the demo's data; their ids are derived from their names.
const isNamed = ({ action }: Pick<Row, 'action'>) => action === 'demo.seed'

/** What is wrong with a row's time, or null. A UUID version 7 begins with its creation time. */
const wrongTime = ({ event_id, at, action }: Pick<Row, 'event_id' | 'at' | 'action'>) => {
  if (isNamed({ action })) return null
  if (event_id[14] !== '7') return `has an id that the program never makes`
  const made = Number.parseInt(event_id.replace('-', '').slice(0, 12), 16)
  return Math.abs(made - at) > clocksMs ? `is dated ${time(at)}, but its id was made at ${time(made)}` : null
}

const rowsAfter = (database: Database, project: string, seq: number) =>
  database.unscoped(
    'verify the audit chain',
    async (db) =>
      (
        await sql<Row>`select seq, hash, event_id, extract(epoch from at)::float8 * 1000 as at, action, ${sealedContent} as content
          from audit_events where project_id = ${project} and seq > ${seq} order by seq limit ${page}`.execute(db)
      ).rows,
  )

const allRows = async function* (database: Database, project: string) {
  for (let after = -Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await rowsAfter(database, project, after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < page) return
    after = last.seq
  }
}

type Chain = { seq: number; hash: Uint8Array | null; latest: number; unanchored: Row | null }

/** Recomputes a project's chain, and reports every row that does not match it, its own id, its neighbors or its anchors. */
export const checkChain = async (
  database: Database,
  project: string,
  anchors: Anchor[],
  mustBeAnchored: boolean,
): Promise<Checked> => {
  const problems: string[] = []
  const held = holding(anchors)
  const headBefore = await headOf(database, project)
  const chain: Chain = { seq: 0, hash: chainStart, latest: 0, unanchored: null }
  for await (const row of allRows(database, project)) {
    const named = `Row ${row.seq} (${row.event_id})`
    if (row.seq < 1) {
      problems.push(`${named} stands before the beginning of the chain.`)
      continue
    }
    if (row.seq > chain.seq + 1) problems.push(missing(chain.seq + 1, row.seq - 1))
    else if (chain.hash && !(row.hash && chainLink(chain.hash, row.content).equals(row.hash)))
      problems.push(`${named} is not what was sealed: it, its place or its seal was changed.`)
    const wrong = wrongTime(row)
    if (wrong) problems.push(`${named} ${wrong}.`)
    const before = Math.max(chain.latest, held.before(row.seq))
    const isLate = row.at < before - lateMs
    if (isLate)
      problems.push(`${named} is dated ${time(row.at)} and was sealed after ${time(before)}: it was put into the past.`)
    const anchoredAt = held.reach(row)
    const isEarly = row.at > anchoredAt + lateMs
    if (isEarly) problems.push(`${named} is dated ${time(row.at)}, but it was anchored at ${time(anchoredAt)} already.`)
    if (row.seq > held.end && !isLate) chain.unanchored ??= row
    // A row dated in the future must not make later rows look late.
    Object.assign(chain, {
      seq: row.seq,
      hash: row.hash,
      latest: isEarly ? chain.latest : Math.max(chain.latest, row.at),
    })
  }
  const now = await nowOf(database)
  const { unanchored } = chain
  if (mustBeAnchored && unanchored && unanchored.at < now - lateMs)
    problems.push(
      `Row ${unanchored.seq} (${unanchored.event_id}) of ${time(unanchored.at)} and those after it were never anchored here: the anchors were cut, or the portal cannot write them.`,
    )
  problems.push(
    ...wrongHead(headBefore, { seq: chain.seq, hash: chain.hash }, await headOf(database, project)),
    ...(await unsealed(database, project, now)),
  )
  const contradiction = await held.contradiction(chain.seq, (after, upTo) =>
    restoredRow(database, project, after, upTo),
  )
  if (contradiction) problems.push(contradiction)
  return { problems: shortened(problems), agreed: contradiction ? held.agreed() : null }
}

const missing = (from: number, to: number) =>
  from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`

const maxProblems = 50
export const shortened = (problems: string[]) =>
  problems.length <= maxProblems
    ? problems
    : [...problems.slice(0, maxProblems), `And ${problems.length - maxProblems} more.`]

/** What the anchors, ordered by row, say about a chain that is read in order. */
const holding = (anchors: Anchor[]) => {
  // The earliest time among this anchor and all after it: the row existed by then.
  const earliest = anchors.map(({ at }) => at)
  for (let n = earliest.length - 2; n >= 0; n--) earliest[n] = Math.min(earliest[n]!, earliest[n + 1]!)
  let [next, latest, agreed] = [0, 0, 0]
  let other: Anchor | undefined
  const pass = (until: (anchor: Anchor) => boolean, see: (anchor: Anchor) => void) => {
    for (let anchor = anchors[next]; anchor && until(anchor); anchor = anchors[next]) {
      see(anchor)
      next++
    }
  }
  return {
    end: anchors.at(-1)?.seq ?? 0,
    /** When the last anchor before a row was made. */
    before: (seq: number) => {
      pass(
        (anchor) => anchor.seq < seq,
        (anchor) => {
          // A row that was anchored and is now missing.
          other ??= anchor
          latest = Math.max(latest, anchor.at)
        },
      )
      return latest
    },
    /** Compares a row with its anchors; returns when it was first anchored. */
    reach: ({ seq, hash }: Row) => {
      const first = earliest[next] ?? Number.POSITIVE_INFINITY
      pass(
        (anchor) => anchor.seq === seq,
        (anchor) => {
          if (anchor.hash !== hash?.toString('hex')) other ??= anchor
          else if (!other) agreed = seq
          latest = Math.max(latest, anchor.at)
        },
      )
      return first
    },
    agreed: () => agreed,
    /** The message for the first anchor that the chain contradicts. */
    contradiction: async (end: number, restored: (after: number, upTo: number) => Promise<Row | undefined>) => {
      const last = anchors.at(-1)
      const row = other && (await restored(agreed, other.seq))
      if (row)
        return `Row ${row.seq} (${row.event_id}) of ${time(row.at)} tells of a restored backup: what was anchored before on rows after ${agreed} is gone. ${howToAccept}`
      if (other)
        return `Row ${other.seq} is not the one that was anchored at ${time(other.at)}: the chain was written anew. ${ifRestored}`
      if (last && last.seq > end)
        return `The chain ends at row ${end}, but row ${last.seq} was anchored at ${time(last.at)}: the database is older than its anchors. The newest rows were cut off, or an older backup was restored. ${ifRestored}`
      return null
    },
  }
}

const howToAccept = 'fornix verify-audit --accept-restore REASON says that this was meant.'
const ifRestored = `If a backup was restored: ${howToAccept}`

const restoredRow = async (database: Database, project: string, after: number, upTo: number) => {
  const [row] = await database.systemQuery<Row>(
    `select seq, event_id, extract(epoch from at)::float8 * 1000 as at from audit_events
      where project_id = $1 and seq > $2 and seq <= $3 and action = 'project.restore' order by seq limit 1`,
    [project, after, upTo],
  )
  return row
}

type Head = { seq: number; hash: Uint8Array | null }
const headOf = async (database: Database, project: string) => {
  const [head] = await database.systemQuery<{ seq: number; hash: Buffer }>(
    'select seq, hash from audit_heads where project_id = $1',
    [project],
  )
  return head
}

/** If rows are cut off at the end, the chain still fits but its head does not. A running portal may seal rows during the read. */
const wrongHead = (before: Head | undefined, end: Head, after: Head | undefined) => {
  if (!after) return end.seq === 0 ? [] : [`The head of the chain is missing; its rows end at ${end.seq}.`]
  const least = before?.seq ?? 0
  if (least > end.seq)
    return [`The chain ends at row ${end.seq}, but its head stands at row ${least}: the newest rows were cut off.`]
  if (after.seq < end.seq) return [`The chain goes on to row ${end.seq}, but its head stands at row ${after.seq}.`]
  const same = [before, after].find((head) => head?.seq === end.seq)
  const holds = !same || Buffer.compare(same.hash ?? chainStart, end.hash ?? chainStart) === 0
  return holds ? [] : ['The head of the chain is not the seal of its last row.']
}

const unsealed = async (database: Database, project: string, now: number) => {
  const rows = await database.systemQuery<Omit<Row, 'content'>>(
    `select event_id, extract(epoch from at)::float8 * 1000 as at, action from audit_events
      where project_id = $1 and seq is null order by at limit 1000`,
    [project],
  )
  return rows.flatMap((row) => {
    const wrong = wrongTime(row)
    if (wrong) return [`The unsealed row ${row.event_id} ${wrong}.`]
    if (row.at > now - lateMs) return []
    return [
      `The row ${row.event_id} of ${time(row.at)} is still not sealed: it was put into the past, or no portal runs that would seal it.`,
    ]
  })
}

const nowOf = async (database: Database) => {
  const [row] = await database.systemQuery<{ now: number }>(
    'select extract(epoch from now())::float8 * 1000 as now',
    [],
  )
  return row?.now ?? Date.now()
}
