import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import { unavailable } from '../base/errors.ts'
import { codeOf, toError } from '../base/unknown-error.ts'
import type { Addresses } from './addresses.ts'
import { type Opening, openConnection } from './connection.ts'
import { kyselyOn } from './kysely-connection.ts'
import { isStalePlan, type QueryResult } from './message.ts'
import { openStatements, type Statements } from './prepared.ts'
import { allShared, type Scope, setScope } from './scope.ts'
import type { DB } from './tables.ts'
import { isUnreachable, orUnavailable } from './unreachable.ts'

/** An open transaction. */
export type Db = Kysely<DB>
/**
 * `commitWithNext`: the next query is sent together with the closing statements and the commit, and none may follow. For a last read after
 * which nothing can be refused.
 */
type EndingWork<T> = (db: Db, commitWithNext: () => void) => Promise<T>
/** Connections with the rights of one role. */
type RolePool = { pool: pg.Pool; statements: Statements }
/** Statements sent together with the commit; `result` is undefined if the commit goes with the last query. */
type Closing<T> = (db: Db, result: T | undefined) => CompiledQuery[]

const begin: Opening = { text: 'begin', values: [] }

export type Database = ReturnType<typeof openDatabase>

type Connections = Addresses & {
  appConnections?: number
  systemConnections?: number
  /** How long a request waits for a connection before it is told to try again later. */
  waitMs?: number
  /** How long a statement may take to respond; unlimited if unset, as long jobs need. */
  queryTimeoutMs?: number
}

export const openDatabase = (connections: Connections) => {
  const { appUrl, systemUrl, listenUrl = appUrl, appConnections = 12, systemConnections = 6 } = connections
  const app = openPool(connections, appUrl, appConnections)
  const system = openPool(connections, systemUrl, systemConnections)

  return {
    /** Runs work in one transaction that sees only rows inside the scope; retried when the database asks for it. */
    scoped: <T>({ project, patient, care = allShared }: Scope, work: EndingWork<T>, closing?: Closing<T>) =>
      transaction(app, [begin, { text: setScope, values: [project, patient, care] }], work, closing),
    /** Bypasses the scope, for sign-in and jobs only. The reason is for readers of the calling line. */
    unscoped: <T>(_reason: string, work: EndingWork<T>, closing?: Closing<T>) =>
      transaction(system, [begin], work, closing),
    /** One statement outside any scope, in one message. */
    systemQuery: async <Row>(text: string, values: unknown[]) =>
      (await withRetries(system, () => askOnce(system, text, values))).rows as Row[],
    /** A dedicated connection that outlives requests. Without a scope it can read nothing. */
    dedicated: () =>
      new pg.Client({
        connectionString: listenUrl,
        keepAlive: true,
        connectionTimeoutMillis: 5000,
        query_timeout: 5000,
      }),
    /** The same, as the system role, for a long job. */
    dedicatedSystem: () =>
      new pg.Client({
        connectionString: systemUrl,
        keepAlive: true,
        connectionTimeoutMillis: 5000,
      }),
    /** Rejects unless both roles reach a database that accepts writes. */
    ready: async () => {
      await Promise.all([app, system].map(checkWritable))
    },
    /** Connections in use, and how many callers wait for one. */
    load: () => ({ app: loadOf(app), system: loadOf(system) }),
    close: async () => {
      await Promise.all([app.pool.end(), system.pool.end()])
    },
  }
}

const openPool = (
  { waitMs = 5000, queryTimeoutMs }: Pick<Connections, 'waitMs' | 'queryTimeoutMs'>,
  connectionString: string,
  max: number,
): RolePool => {
  const settings: pg.PoolConfig & { pipeline: true } = {
    connectionString,
    max,
    pipeline: true,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    // A database that hangs accepts connections but never responds. The library then drops the connection.
    query_timeout: queryTimeoutMs,
  }
  const pool = new pg.Pool(settings)
  // An idle connection that breaks is replaced when next needed.
  pool.on('error', () => {})
  // A connection that breaks while its transaction is busy elsewhere fails at the next statement. Without a listener it would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, statements: openStatements() }
}

/** Drops a connection to a server that has become a standby; the next one goes to the current leader. */
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

// Serialization failure, deadlock; and a prepared statement that is missing or already exists: a pooler has switched the connection.
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
      // A statement is stale only once: it is no longer prepared after that.
      if (isStalePlan(error)) continue
      if (attempt++ === attempts || !mayRetry.has(code)) throw error
    }
  }
}

const askOnce = async ({ pool, statements }: RolePool, text: string, values: unknown[]) => {
  const client = await pool.connect()
  try {
    const result = await openConnection(client, statements).query(text, values)
    client.release()
    return result
  } catch (error) {
    client.release(isUnreachable(error) ? toError(error) : undefined)
    throw error
  }
}

const transaction = <T>(
  rolePool: RolePool,
  opening: Opening[],
  work: EndingWork<T>,
  closing?: Closing<T>,
): Promise<T> => withRetries(rolePool, () => runTransaction(rolePool, opening, work, closing))

const runTransaction = async <T>(
  { pool, statements }: RolePool,
  opening: Opening[],
  work: EndingWork<T>,
  closing?: Closing<T>,
) => {
  const client = await pool.connect()
  // Begin and scope are sent with the first query. If they fail, that query does not run.
  const connection = openConnection(client, statements, opening)
  const db = kyselyOn(connection)
  let ending: Promise<QueryResult[]> | undefined
  const end = (result?: T) => {
    if (ending) return
    const last = closing?.(db, result) ?? []
    // Nothing was queried, and there is nothing to send.
    if (last.length > 0 || connection.isUsed()) {
      const closed = last.map(({ sql, parameters }) => connection.query(sql, parameters))
      ending = Promise.all([connection.commit(), ...closed])
      ending.catch(() => {})
    }
    connection.end()
  }
  try {
    const result = await work(db, () => connection.finishWith(() => end()))
    if (!ending) await connection.opened()
    end(result)
    const [committed] = (await ending) ?? []
    if (ending && committed?.command !== 'COMMIT') throw new Error('The transaction was rolled back')
    client.release()
    return result
  } catch (error) {
    connection.end()
    if (isUnreachable(error)) {
      client.release(toError(error))
      throw error
    }
    // A connection that cannot roll back is broken and must not be reused.
    const rolledBack = connection.isUsed() ? connection.rollback() : Promise.resolve()
    await rolledBack.then(
      () => client.release(),
      (broken) => client.release(toError(broken)),
    )
    throw error
  }
}

/** True if the statement violated the unique index of that name. */
export const violates = (error: unknown, index: string) =>
  codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === index
