import { createHash } from 'node:crypto'
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
} from 'kysely'
import pg from 'pg'
import { codeOf, toError } from '../base/caught.ts'
import { unavailable } from '../base/errors.ts'
import { StoreUnavailable } from '../base/store-unavailable.ts'
import type { Addresses } from './addresses.ts'
import { allShared, type Scope } from './scope.ts'
import type { DB } from './tables.ts'

/** One running transaction. */
export type Db = Kysely<DB>
type Work<T> = (db: Db) => Promise<T>
/** Connections with one role's rights. Past a pooler in transaction mode none of them remembers what it has prepared. */
type RolePool = { pool: pg.Pool; losesStatements: boolean }
/** A statement that travels together with the commit. */
type Closing = (db: Db) => CompiledQuery | undefined

export type Database = ReturnType<typeof openDatabase>

// Times leave the database as they go over the wire: ISO 8601 with Z. The roles' time zone is UTC.
const isoTime = (text: string) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, isoTime],
  [pg.types.builtins.DATE, String],
  [pg.types.builtins.INT8, Number],
])
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
}

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
    scoped: <T>({ project, patient, care = allShared }: Scope, work: Work<T>, closing?: Closing) =>
      transaction(
        app,
        `begin; set local app.project_id = '${project}'; set local app.patient_id = '${patient}'; set local app.care = '${care}'`,
        work,
        closing,
      ),
    /** The way around the scope, for sign-in and jobs only. The reason is for the reader of the calling line. */
    unscoped: <T>(_reason: string, work: Work<T>, closing?: Closing) => transaction(system, 'begin', work, closing),
    /** One statement outside every scope, in one message; planned as `planned` says, if it is said here. */
    systemQuery: async <Row extends pg.QueryResultRow>(text: string, values: unknown[], isPlanned = false) =>
      (
        await withRetries(system, () =>
          system.pool.query<Row>({ text, values, name: planName(system, text, isPlanned) }),
        )
      ).rows,
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
    types,
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
  return { pool, losesStatements: false }
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
  for (let attempt = 1; ; attempt++) {
    try {
      return await orUnavailable(work)
    } catch (error) {
      const code = codeOf(error)
      if (attempt === attempts || !mayRetry.has(code)) throw error
      if (lostStatement.includes(code)) rolePool.losesStatements = true
    }
  }
}
const transaction = <T>(rolePool: RolePool, begin: string, work: Work<T>, closing?: Closing): Promise<T> =>
  withRetries(rolePool, () => runTransaction(rolePool, begin, work, closing))

const runTransaction = async <T>(rolePool: RolePool, begin: string, work: Work<T>, closing?: Closing): Promise<T> => {
  const client = await rolePool.pool.connect()
  try {
    // Not awaited: the connection pipelines, so the first query leaves with it. Should it fail, that query has no scope.
    const begun = client.query(begin)
    begun.catch(() => {})
    const db = overClient(client, rolePool)
    const result = await work(db)
    await begun
    const last = closing?.(db)
    const closed = last && client.query(last.sql, [...last.parameters])
    closed?.catch(() => {})
    const committed = await client.query('commit')
    await closed
    if (committed.command !== 'COMMIT') throw new Error('The transaction was rolled back')
    client.release()
    return result
  } catch (error) {
    if (isUnreachable(error)) {
      client.release(toError(error))
      throw error
    }
    // A connection that cannot roll back is broken and must not serve another request.
    await client.query('rollback').then(
      () => client.release(),
      (broken) => client.release(broken),
    )
    throw error
  }
}

type Planned = CompiledQuery & { isPlanned?: boolean }

/**
 * Rows of a statement that is planned once a connection, not each time. For look-ups by a key that come with many requests: to plan
 * them takes longer than to run them, and whatever the values, the plan is the same.
 */
export const planned = async <Row>(db: Db, query: RawBuilder<Row>) => {
  const statement: Planned = { ...query.compile(db), isPlanned: true }
  return (await db.executeQuery<Row>(statement)).rows
}

/** Of the text itself: on a connection that others had before, a name stands for no other statement. */
const planName = ({ losesStatements: forgets }: RolePool, text: string, isPlanned = false) =>
  isPlanned && !forgets ? createHash('sha256').update(text).digest('hex').slice(0, 32) : undefined

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/** Kysely over one connection that is already inside its transaction. */
const overClient = (client: pg.PoolClient, rolePool: RolePool): Db => {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters, isPlanned }: Planned): Promise<QueryResult<R>> => {
      const name = planName(rolePool, sql, isPlanned)
      const { rows, rowCount } = await client.query({ text: sql, values: [...parameters], name })
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery: () => {
      throw new Error('Rows are not streamed here')
    },
  }
  const nested = () => Promise.reject(new Error('One request is one transaction'))
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => adapter,
      createQueryCompiler: () => compiler,
      createIntrospector: (db) => new PostgresIntrospector(db),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: nested,
        commitTransaction: nested,
        rollbackTransaction: nested,
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  })
}

// Class 08 and 57P0x of the SQLSTATE list, what Node says of sockets, and a write that a standby refuses: it was the leader when the
// connection was made. Those of a file store are no reason to give a connection up.
const isUnreachable = (error: unknown) =>
  !(error instanceof StoreUnavailable) &&
  (/^(08|57P0|25006|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(codeOf(error)) ||
    (error instanceof Error &&
      /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
        error.message,
      )))

const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isUnreachable(error) ? Object.assign(unavailable(), { cause: error }) : error
  }
}

/** True when the statement broke the unique index of that name. */
export const violates = (error: unknown, index: string) =>
  codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === index
