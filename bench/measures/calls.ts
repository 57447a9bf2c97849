import { fillPath } from '@fornix/contract'
import autocannon from 'autocannon'
import { type FrequentCall, frequentCalls } from '../../server/test/frequent-calls.ts'
import { type World, worldOf } from '../../server/test/frequent-calls-world.ts'
import { openPgbench } from '../pgbench.ts'
import { address, type Program } from '../program.ts'
import { type Figure, percentile } from '../report.ts'
import { scriptsOf } from '../statements.ts'

const people = {
  patient: 'ana.rivera@northside.example',
  staff: 'physician@northside.example',
  admin: 'admin@northside.example',
}
const connections = 16
/** Of a call; pgbench takes as many again, and two more. */
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
/** Names of the calls to measure, with commas between them; all, unless said. */
const wanted = process.env.BENCH_CALLS?.split(',')
/** A session may make 600 calls a minute. */
const sessions = 120

const requestOf = ({ call, args }: FrequentCall, world: World, token: string, n: number) => {
  const { params, query = {}, body } = args?.(world, n) ?? {}
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    method: call.method,
    path: `${fillPath(call.path, params)}?${search}`,
    headers: { authorization: `Bearer ${token}`, ...json },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}
type Request = ReturnType<typeof requestOf>

const ask = async ({ path, ...request }: Request) => {
  const response = await fetch(address + path, request)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${text}`)
}

/** Each connection begins elsewhere in the list, so that no two of them are the same session at the same time. */
const load = async (requests: Request[], size: { amount: number } | { duration: number }) => {
  let opened = 0
  const setupClient = (client: autocannon.Client) => {
    const at = Math.floor((opened++ * requests.length) / connections)
    client.setRequests([...requests.slice(at), ...requests.slice(0, at)])
  }
  const result = await autocannon({ url: address, connections, setupClient, ...size })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were refusals`)
  return { aSecond: result.requests.total / result.duration, p99: result.latency.p99 }
}

const countIn = (script: string) => script.split(';\n').length - 1

type Row = {
  name: string
  messages: number
  statements: number
  aSecond: number
  p99: number
  pgbench: number | undefined
}

const rowOf = ({ name, messages, statements, aSecond, p99, pgbench }: Row) => {
  const beside = pgbench === undefined ? ['not run', ''] : [pgbench.toFixed(0), (aSecond / pgbench).toFixed(2)]
  return `| ${[name, messages, statements, aSecond.toFixed(0), `${p99.toFixed(0)} ms`, ...beside].join(' | ')} |`
}
const markdownOf = (rows: Row[]) =>
  [
    '| call | messages | statements | a second | p99 | `pgbench` | share of it |',
    '|---|---|---|---|---|---|---|',
    ...rows.map(rowOf),
  ].join('\n')

/** The calls that screens make most, each beside pgbench with the statements that it sends. Prints a table for docs/CAPACITY.md. */
export const measureCalls = async (program: Program): Promise<Figure[]> => {
  const tokens = {
    patient: await program.tokensOf(people.patient, sessions),
    staff: await program.tokensOf(people.staff, sessions),
    admin: await program.tokensOf(people.admin, sessions),
  }
  const world = await worldOf(program.owner, people.patient, people.staff)
  const asked = Object.entries(frequentCalls).filter(([name]) => wanted?.includes(name) ?? true)
  const once = asked.map(([name, frequent]) => {
    const [token = ''] = tokens[frequent.by]
    return [name, (n: number) => ask(requestOf(frequent, world, token, n))] as const
  })
  const scripts = await scriptsOf(program, Object.fromEntries(once))
  const pgbench = openPgbench(program, { connections, seconds })
  const rows: Row[] = []
  for (const [name, frequent] of asked) {
    const requests = tokens[frequent.by].map((token, n) => requestOf(frequent, world, token, n))
    await load(requests, { amount: 20 * connections })
    const reached = await load(requests, { duration: seconds })
    const script = scripts.get(name)
    const most = script && (await pgbench(script).catch((error: Error) => skipped(name, error)))
    const statements = script ? countIn(script.fornix_app) + countIn(script.fornix_system) : 0
    rows.push({ name, messages: frequent.messages, statements, ...reached, pgbench: most?.both })
  }
  console.log(`\n${markdownOf(rows)}\n`)
  const shares = rows.flatMap(({ aSecond, pgbench }) => (pgbench ? [aSecond / pgbench] : []))
  return [
    { what: 'Calls beside pgbench -M prepared', value: shares.length, unit: '', atLeast: rows.length },
    { what: 'Their share of it, median', value: percentile(shares, 0.5), unit: '', atLeast: 0.6 },
    { what: 'Their share of it, least', value: Math.min(...shares), unit: '' },
  ]
}

const skipped = (name: string, { message }: Error) => {
  console.log(`pgbench was skipped for ${name}: ${/^.*(?:ERROR|error:).*$/m.exec(message)?.[0] ?? message}`)
  return undefined
}
