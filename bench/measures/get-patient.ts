import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { address, type Program } from '../program.ts'
import type { Figure } from '../report.ts'

const path = '/operator/get_patient_info/ana.rivera@northside.example/'
const connections = 16
const seconds = 8

/**
 * The statements of one request's transaction, taken from the database's own log, as a pgbench script. The look-up of the
 * session is left out: it runs as another role. That makes the comparison harder for the program, not easier.
 */
const statementsOf = async (program: Program, token: string) => {
  const log = `${program.dataDir}/postgres/postgres.log`
  const all = ['log_statement', 'log_error_verbosity']
  await program.owner("alter role fornix_app set log_statement = 'all'")
  await program.owner("alter role fornix_app set log_error_verbosity = 'default'")
  // New connections learn it.
  await program.owner("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'fornix_app'")
  await pause(500)
  const before = (await readFile(log, 'utf8')).length
  await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  await pause(500)
  const said = (await readFile(log, 'utf8')).slice(before)
  for (const setting of all) await program.owner(`alter role fornix_app reset ${setting}`)
  await program.owner("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'fornix_app'")
  return scriptOf(said)
}

const scriptOf = (log: string) => {
  const entries = log.split(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ UTC \[\d+\] /m)
  const lines: string[] = []
  for (const [n, entry] of entries.entries()) {
    const statement = /^LOG: {2}(?:statement|execute [^:]*): ([\s\S]+)/.exec(entry)?.[1]
    if (!statement) continue
    const given = /^DETAIL: {2}[Pp]arameters: ([\s\S]+)/.exec(entries[n + 1] ?? '')?.[1] ?? ''
    const values = new Map(
      [...given.matchAll(/\$(\d+) = ('(?:[^']|'')*'|NULL)/g)].map(([, key, value]) => [key, value]),
    )
    const filled = statement.replace(/\$(\d+)/g, (_, key: string) => values.get(key) ?? 'null').replace(/\s+/g, ' ')
    // Each run writes a row of its own.
    const isAudit = filled.includes('insert into audit_events')
    lines.push(isAudit ? filled.replace(/(values \('[^']+', )'[^']+'/, '$1gen_random_uuid()') : filled)
  }
  // pgbench wants one command a line; begin and the scope stay one message.
  return `${lines.map((line) => line.trim().replace(/;\s*/g, '\\; ')).join(';\n')};\n`
}

const pgbench = async (program: Program, script: string) => {
  const file = `${program.dataDir}/get-patient.sql`
  await writeFile(file, script)
  const { hostname, port, pathname } = new URL(await program.ownerUrl())
  const args = `-n -M simple -c ${connections} -j 2 -T ${seconds} -h ${hostname} -p ${port} -U fornix_app`.split(' ')
  const { stdout } = await promisify(execFile)('pgbench', [...args, '-f', file, pathname.slice(1)], {
    env: { ...process.env, PGPASSWORD: program.appPassword, PATH: `${process.env.PATH}:/usr/lib/postgresql/15/bin` },
  })
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

/** Requests a second for one patient's record against the transactions a second that the database can do at most. */
export const measureGetPatient = async (program: Program): Promise<Figure[]> => {
  const tokens = await program.tokensOf('physician@northside.example', 100)
  const script = await statementsOf(program, tokens.pop() ?? '')
  const run = () =>
    autocannon({
      url: address + path,
      connections,
      duration: seconds,
      requests: tokens.map((token) => ({ headers: { authorization: `Bearer ${token}` } })),
    })
  await run()
  const { requests, latency, non2xx } = await run()
  if (non2xx > 0) throw new Error(`${non2xx} answers were refusals`)
  const figures: Figure[] = [
    { what: `Patient record at ${connections} connections`, value: requests.average, unit: '/s' },
    { what: `Patient record at ${connections} connections, p99`, value: latency.p99, unit: 'ms' },
  ]
  try {
    const most = await pgbench(program, script)
    return [
      ...figures,
      { what: 'pgbench with the same transaction', value: most, unit: '/s' },
      { what: 'Share of pgbench that the program reaches', value: requests.average / most, unit: '', atLeast: 0.4 },
    ]
  } catch (error) {
    console.log(`pgbench was skipped: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return figures
  }
}
