import { readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Program } from './program.ts'

/** Two roles serve a request: one looks the session up, the other does what was asked. */
const roles = ['fornix_system', 'fornix_app'] as const
export type Role = (typeof roles)[number]
/** What a call asks of the database, as a script of pgbench for each role. */
export type Scripts = Record<Role, string>

type Statement = { text: string; values: Map<string, string> }
/** A transaction, or a statement outside of one. */
type Logged = { role: Role; text: string; statements: Statement[] }
const uuid = /^'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'$/

/** The transactions of a piece of the database's log, one connection after the other. */
const transactionsIn = (log: string, roleOf: Map<string, Role>) => {
  const [, ...parts] = log.split(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ UTC \[(\d+)\] /m)
  const entriesOf = new Map<string, string[]>()
  for (let at = 0; at < parts.length; at += 2) {
    const [pid = '', entry = ''] = parts.slice(at, at + 2)
    entriesOf.set(pid, [...(entriesOf.get(pid) ?? []), entry.replaceAll('\n\t', '\n')])
  }
  return [...entriesOf].flatMap(([pid, entries]) => {
    const role = roleOf.get(pid)
    return role ? grouped(entries.flatMap((_, n) => statementAt(entries, n))).map((one) => ({ role, ...one })) : []
  })
}

const statementAt = (entries: string[], n: number): Statement[] => {
  const text = /^LOG: {2}(?:statement|execute [^:]*): ([\s\S]+)/.exec(entries[n] ?? '')?.[1]?.trim()
  if (!text) return []
  const given = /^DETAIL: {2}[Pp]arameters: ([\s\S]+)/.exec(entries[n + 1] ?? '')?.[1] ?? ''
  const values = [...given.matchAll(/\$(\d+) = ('(?:[^']|'')*'|NULL)/g)].map(
    ([, key = '', value = '']) => [key, value] as const,
  )
  return [{ text, values: new Map(values) }]
}

const grouped = (statements: Statement[]) => {
  const groups: Statement[][] = []
  let isOpen = false
  for (const statement of statements) {
    if (isOpen) groups.at(-1)?.push(statement)
    else groups.push([statement])
    isOpen = statement.text === 'begin' || (isOpen && !['commit', 'rollback'].includes(statement.text))
  }
  return groups.map((group) => ({ statements: group, text: group.map(({ text }) => text).join(';') }))
}

type Repeated = Logged & { before: Statement[] }

const alsoIn = (earlier: Logged[], later: Logged[]): Repeated[] => {
  const left = [...earlier]
  return later.flatMap((one) => {
    const at = left.findIndex(({ role, text }) => role === one.role && text === one.text)
    const [before] = at < 0 ? [] : left.splice(at, 1)
    return before ? [{ ...one, before: before.statements }] : []
  })
}
/** What was said each time: what jobs of the program say meanwhile is not of the call. */
const saidEachTime = ([first = [], second = [], ...others]: Logged[][]) =>
  others.reduce<Repeated[]>((said, later) => alsoIn(said, later), alsoIn(first, second))

/** Not a colon that pgbench would take for one of its variables. */
const withoutVariables = (statement: string) =>
  statement.replace(/'(?:[^']|'')*'/g, (literal) =>
    /:\w/.test(literal) ? `E${literal.replaceAll('\\', '\\\\').replaceAll(':', '\\x3a')}` : literal,
  )

/** With the values that were sent; what was made anew for each request, such as the id of an audit row, is made anew by each run. */
const scriptOf = (said: Repeated[]) => {
  const fresh = new Set(
    said.flatMap(({ statements, before }) =>
      statements.flatMap(({ values }, n) =>
        [...values].flatMap(([key, value]) =>
          uuid.test(value) && before[n]?.values.get(key) !== value ? [value] : [],
        ),
      ),
    ),
  )
  let script = said
    .flatMap(({ statements }) => statements)
    .map(({ text, values }) => text.replace(/\$(\d+)/g, (_, key: string) => values.get(key) ?? 'null'))
    .map((line) => `${withoutVariables(line)};\n`)
    .join('')
  for (const [n, value] of [...fresh].entries())
    script = `\\set fresh${n} random(0, 281474976710655)\n${script.replaceAll(
      value,
      `('00000000-0000-4000-8000-' || lpad(to_hex(:fresh${n}::bigint), 12, '0'))::uuid`,
    )}`
  return script
}

/** While the work goes on the database's log has every statement of both roles with its values. */
const whileLogged = async <T>(program: Program, work: () => Promise<T>) => {
  // New connections learn a setting.
  const newConnections = async () => {
    await program.owner('select pg_terminate_backend(pid) from pg_stat_activity where usename = any($1)', [[...roles]])
    await pause(500)
  }
  const settings = ["log_statement = 'all'", "log_error_verbosity = 'default'"]
  for (const role of roles) for (const setting of settings) await program.owner(`alter role ${role} set ${setting}`)
  await newConnections()
  const result = await work()
  for (const role of roles)
    for (const setting of settings) await program.owner(`alter role ${role} reset ${setting.split(' ')[0]}`)
  await newConnections()
  return result
}

/** What each of these calls asks of the database. */
export const scriptsOf = async (program: Program, calls: Record<string, (n: number) => Promise<unknown>>) => {
  const file = `${program.dataDir}/postgres/postgres.log`
  const logged = async (call: (n: number) => Promise<unknown>, n: number) => {
    const { size } = await stat(file)
    await call(n)
    // A commit that nobody waits for.
    await pause(50)
    const log = (await readFile(file)).subarray(size).toString()
    const backends = await program.owner<{ pid: number; role: Role }>(
      'select pid, usename::text as role from pg_stat_activity where usename = any($1)',
      [[...roles]],
    )
    return transactionsIn(log, new Map(backends.map(({ pid, role }) => [String(pid), role])))
  }
  return whileLogged(program, async () => {
    const scripts = new Map<string, Scripts>()
    for (const [name, call] of Object.entries(calls)) {
      // The first finds nothing prepared.
      await call(0)
      const runs = [await logged(call, 1), await logged(call, 2), await logged(call, 3), await logged(call, 4)]
      const said = saidEachTime(runs)
      const of = (role: Role) => scriptOf(said.filter((one) => one.role === role))
      scripts.set(name, { fornix_system: of('fornix_system'), fornix_app: of('fornix_app') })
    }
    return scripts
  })
}
