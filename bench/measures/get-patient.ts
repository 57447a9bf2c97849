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

/** Two roles serve a request: one looks the session up, the other reads the record. */
type Role = 'fornix_system' | 'fornix_app'

/** What the database's own log says that this role does during one request. */
const statementsOf = async (program: Program, token: string, role: Role) => {
  const log = `${program.dataDir}/postgres/postgres.log`
  // New connections learn a setting.
  const newConnections = () =>
    program.owner('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
  await program.owner(`alter role ${role} set log_statement = 'all'`)
  await program.owner(`alter role ${role} set log_error_verbosity = 'default'`)
  await newConnections()
  await pause(500)
  const before = (await readFile(log, 'utf8')).length
  await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  await pause(500)
  const said = (await readFile(log, 'utf8')).slice(before)
  await program.owner(`alter role ${role} reset log_statement`)
  await program.owner(`alter role ${role} reset log_error_verbosity`)
  await newConnections()
  return statementsIn(said)
}

const statementsIn = (log: string) => {
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
  return lines.map((line) => line.trim())
}

/** As pgbench wants it: one command a line, and no colon that it would take for one of its variables. */
const scriptOf = (statements: string[]) =>
  `${statements.map((line) => line.replace(/(?<!:):(?=\w)/g, "'||chr(58)||'")).join(';\n')};\n`

/** Runs of these statements a second, prepared, as many as the database can do. */
const pgbench = async (program: Program, role: Role, statements: string[]) => {
  const file = `${program.dataDir}/get-patient.sql`
  await writeFile(file, scriptOf(statements))
  const { hostname, port, pathname } = new URL(await program.ownerUrl())
  const args = `-n -M prepared -c ${connections} -j 2 -T ${seconds} -h ${hostname} -p ${port} -U ${role}`.split(' ')
  const { stdout } = await promisify(execFile)('pgbench', [...args, '-f', file, pathname.slice(1)], {
    env: {
      ...process.env,
      PGPASSWORD: program.passwords[role],
      PATH: `${process.env.PATH}:/usr/lib/postgresql/15/bin`,
    },
  })
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
}

/** Requests a second for one patient's record against the transactions a second that the database can do at most. */
export const measureGetPatient = async (program: Program): Promise<Figure[]> => {
  const tokens = await program.tokensOf('physician@northside.example', 100)
  const token = tokens.pop() ?? ''
  const reading = await statementsOf(program, token, 'fornix_app')
  // Background jobs run as the same role.
  const lookUp = (await statementsOf(program, token, 'fornix_system')).filter((line) =>
    line.includes('from sessions s'),
  )
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
    const readings = await pgbench(program, 'fornix_app', reading)
    const lookUps = await pgbench(program, 'fornix_system', lookUp.slice(0, 1))
    // Both use all cores, so their times add up.
    const most = 1 / (1 / readings + 1 / lookUps)
    return [
      ...figures,
      { what: 'pgbench -M prepared with the transaction of the record', value: readings, unit: '/s' },
      { what: 'pgbench -M prepared with the look-up of the session', value: lookUps, unit: '/s' },
      { what: 'pgbench -M prepared with all statements of the request', value: most, unit: '/s' },
      { what: 'Share of pgbench that the program reaches', value: requests.average / most, unit: '', atLeast: 0.6 },
    ]
  } catch (error) {
    console.log(`pgbench was skipped: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return figures
  }
}
