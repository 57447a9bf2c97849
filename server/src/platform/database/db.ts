import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { codeOf, toError } from '../base/caught.ts'
import { unavailable } from '../base/errors.ts'
import type { Addresses } from './addresses.ts'
import { type Opening, openLine } from './line.ts'
import { type Answer, isStalePlan } from './message.ts'
import { overLine } from './over-line.ts'
import { openStatements, type Statements } from './prepared.ts'
import { allShared, type Scope, setScope } from './scope.ts'
import type { DB } from './tables.ts'
import { isUnreachable, orUnavailable } from './unreachable.ts'

/** One running transaction. */
export type Db = Kysely<DB>
/**
 * `commitWithNext`: what is asked next leaves together with closing statement and commit, and nothing is asked after it. For a read behind
 * which nothing is refused any more.
 */
type EndingWork<T> = (db: Db, commitWithNext: () => void) => Promise<T>
/** Connections with one role's rights. */
type RolePool = { pool: pg.Pool; statements: Statements }
/** A statement that travels together with the commit. */
type Closing = (db: Db) => CompiledQuery | undefined

const begin: Opening = { text: 'begin', values: [] }

export type Database = ReturnType<typeof openDatabase>

type Connections = Addresses & {
  appConnections?: number
  systemConnections?: number
  /** How long a request waits for a connection before it is told to come back. */
  waitMs?: number
  /** How long one statement may go unanswered; without it for ever, as a long job wants it. */
  patienceMs?: number
}

export const openDatabase = (connections: Connections) => {
  const { appUrl, systemUrl, listenUrl = appUrl, appConnections = 12, systemConnections = 6 } = connections
  const app = openPool(connections, appUrl, appConnections)
  const system = openPool(connections, systemUrl, systemConnections)

  return {
    /** Runs work in one transaction that can only see rows inside the scope; retried when the database asks for it. */
    scoped: <T>({ project, patient, care = allShared }: Scope, work: EndingWork<T>, closing?: Closing) =>
      transaction(app, [begin, { text: setScope, values: [project, patient, care] }], work, closing),
    /** The way around the scope, for sign-in and jobs only. The reason is for the reader of the calling line. */
    unscoped: <T>(_reason: string, work: EndingWork<T>, closing?: Closing) =>
      transaction(system, [begin], work, closing),
    /** One statement outside every scope, in one message. */
    systemQuery: async <Row>(text: string, values: unknown[]) =>
      (await withRetries(system, () => askOnce(system, text, values))).rows as Row[],
    /** A connection of its own that outlives requests. Without a scope it can read nothing. */
    dedicated: () =>
      new pg.Client({
        connectionString: listenUrl,
        keepAlive: true,
        connectionTimeoutMillis: 5000,
        query_timeout: 5000,
      }),
    /** The same as the system role, for a long job. */
    dedicatedSystem: () =>
      new pg.Client({
        connectionString: systemUrl,
        keepAlive: true,
        connectionTimeoutMillis: 5000,
      }),
    /** Rejects unless both roles reach a database that takes writes. */
    ready: async () => {
      await Promise.all([app, system].map(checkWritable))
    },
    /** Connections in use, and how much waits for one. */
    load: () => ({ app: loadOf(app), system: loadOf(system) }),
    close: async () => {
      await Promise.all([app.pool.end(), system.pool.end()])
    },
  }
}

const openPool = (
  { waitMs = 5000, patienceMs }: Pick<Connections, 'waitMs' | 'patienceMs'>,
  connectionString: string,
  max: number,
): RolePool => {
  const settings: pg.PoolConfig & { pipeline: true } = {
    connectionString,
    max,
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    // A database that hangs takes connections and says nothing. The library then gives the connection up.
    query_timeout: patienceMs,
  }
  const pool = new pg.Pool(settings)
  // An idle connection that breaks is replaced at its next use.
  pool.on('error', () => {})
  // One that breaks while its transaction does something else fails at its next statement. Without a listener it would
  // end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, statements: openStatements() }
}

/** A connection to a server that has become a standby is given up; the next one goes where the leader is now. */
const checkWritable = ({ pool }: RolePool) =>
  orUnavailable(async () => {
    const client = await pool.connect()
    const [row] = await client
      .query<{ is_standby: boolean }>("select current_setting('transaction_read_only') = 'on' as is_standby")
      .then(
        ({ rows }) => rows,
        (error) => {
          client.release(toError(error))
          throw error
        },
      )
    client.release(row?.is_standby)
    if (row?.is_standby) throw unavailable()
  })

const loadOf = ({ pool: { totalCount, idleCount, waitingCount } }: RolePool) => ({
  used: totalCount - idleCount,
  waiting: waitingCount,
})

// Serialization failure, deadlock; and no such prepared statement, or one already: a pooler has changed the connection.
const lostStatement = ['26000', '42P05']
const mayRetry = new Set(['40001', '40P01', ...lostStatement])
const attempts = 4

const withRetries = async <T>(rolePool: RolePool, work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; ) {
    try {
      return await orUnavailable(work)
    } catch (error) {
      const code = codeOf(error)
      if (lostStatement.includes(code)) rolePool.statements.lose()
      // Each statement is stale once: it is not prepared any more.
      if (isStalePlan(error)) continue
      if (attempt++ === attempts || !mayRetry.has(code)) throw error
    }
  }
}

const askOnce = async ({ pool, statements }: RolePool, text: string, values: unknown[]) => {
  const client = await pool.connect()
  try {
    const answer = await openLine(client, statements).ask(text, values)
    client.release()
    return answer
  } catch (error) {
    client.release(isUnreachable(error) ? toError(error) : undefined)
    throw error
  }
}

const transaction = <T>(rolePool: RolePool, opening: Opening[], work: EndingWork<T>, closing?: Closing): Promise<T> =>
  withRetries(rolePool, () => runTransaction(rolePool, opening, work, closing))

const runTransaction = async <T>(
  { pool, statements }: RolePool,
  opening: Opening[],
  work: EndingWork<T>,
  closing?: Closing,
) => {
  const client = await pool.connect()
  // Begin and scope leave with the first query. Should they fail, that query is not run.
  const line = openLine(client, statements, opening)
  const db = overLine(line)
  let ending: Promise<Answer[]> | undefined
  const end = () => {
    if (ending) return
    const last = closing?.(db)
    // Nothing was asked, and nothing is to be said.
    if (last || line.isUsed()) {
      const closed = last ? [line.ask(last.sql, last.parameters)] : []
      ending = Promise.all([line.commit(), ...closed])
      ending.catch(() => {})
    }
    line.end()
  }
  try {
    const result = await work(db, () => line.finishWith(end))
    if (!ending) await line.opened()
    end()
    const [committed] = (await ending) ?? []
    if (ending && committed?.command !== 'COMMIT') throw new Error('The transaction was rolled back')
    client.release()
    return result
  } catch (error) {
    line.end()
    if (isUnreachable(error)) {
      client.release(toError(error))
      throw error
    }
    // A connection that cannot roll back is broken and must not serve another request.
    const rolledBack = line.isUsed() ? line.rollback() : Promise.resolve()
    await rolledBack.then(
      () => client.release(),
      (broken) => client.release(toError(broken)),
    )
    throw error
  }
}

/** True when the statement broke the unique index of that name. */
export const violates = (error: unknown, index: string) =>
  codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === index
