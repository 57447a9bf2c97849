import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { unavailable } from './errors.ts'
import type { Addresses } from './postgres/addresses.ts'
import type { Scope } from './scope.ts'
import type { DB } from './tables.ts'

/** One running transaction. */
export type Db = Kysely<DB>
type Work<T> = (db: Db) => Promise<T>
/** A statement that travels together with the commit. */
type Closing<T> = (result: T) => CompiledQuery | undefined

export type Database = ReturnType<typeof openDatabase>

// Times leave the database as they go over the wire: ISO 8601 with Z. The roles' time zone is UTC.
const isoTime = (text: string) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, isoTime],
  [pg.types.builtins.DATE, String],
  [pg.types.builtins.INT8, Number],
])
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => parsers.get(oid) ?? pg.types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

type Connections = Addresses & {
  appConnections?: number
  systemConnections?: number
  /** How long a request waits for a connection before it is told to come back. */
  waitMs?: number
  /** How long one statement may go unanswered; without it for ever, as a long job wants it. */
  patienceMs?: number
}

export const openDatabase = ({
  appUrl,
  systemUrl,
  listenUrl = appUrl,
  appConnections = 12,
  systemConnections = 6,
  waitMs = 5000,
  patienceMs,
}: Connections) => {
  const open = (connectionString: string, max: number) => {
    const pool = new pg.Pool({
      connectionString,
      max,
      types,
      pipeline: true,
      connectionTimeoutMillis: waitMs,
      idleTimeoutMillis: 60_000,
      // A database that hangs takes connections and says nothing. The library then gives the connection up.
      query_timeout: patienceMs,
    } as pg.PoolConfig)
    // An idle connection that breaks is replaced at its next use.
    pool.on('error', () => {})
    // One that breaks while its transaction does something else fails at its next statement. Without a listener it would
    // end the process.
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const app = open(appUrl, appConnections)
  const system = open(systemUrl, systemConnections)

  return {
    /** Runs work in one transaction that can only see rows inside the scope; retried when the database asks for it. */
    scoped: <T>({ project, patient }: Scope, work: Work<T>, closing?: Closing<T>) =>
      transaction(
        app,
        `begin; set local app.project_id = '${project}'; set local app.patient_id = '${patient}'`,
        work,
        closing,
      ),
    /** The way around the scope, for sign-in and jobs only. The reason is for the reader of the calling line. */
    unscoped: <T>(_reason: string, work: Work<T>, closing?: Closing<T>) => transaction(system, 'begin', work, closing),
    /** One statement outside every scope, in one message. */
    systemQuery: async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
      (await reachable(() => system.query<Row>(text, values))).rows,
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
    /** Connections in use, and how much waits for one. */
    load: () => ({ app: loadOf(app), system: loadOf(system) }),
    close: async () => {
      await Promise.all([app.end(), system.end()])
    },
  }
}

const loadOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
  used: totalCount - idleCount,
  waiting: waitingCount,
})

const mayRetry = new Set(['40001', '40P01'])
const attempts = 4

const transaction = async <T>(pool: pg.Pool, begin: string, work: Work<T>, closing?: Closing<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await reachable(() => once(pool, begin, work, closing))
    } catch (error) {
      if (attempt === attempts || !mayRetry.has(codeOf(error))) throw error
    }
  }
}

const once = async <T>(pool: pg.Pool, begin: string, work: Work<T>, closing?: Closing<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    // Not awaited: the connection pipelines, so the first query leaves with it. Should it fail, that query has no scope.
    const begun = client.query(begin)
    begun.catch(() => {})
    const result = await work(overClient(client))
    await begun
    const last = closing?.(result)
    const closed = last && client.query(last.sql, [...last.parameters])
    closed?.catch(() => {})
    const committed = await client.query('commit')
    await closed
    if (committed.command !== 'COMMIT') throw new Error('The transaction was rolled back')
    client.release()
    return result
  } catch (error) {
    if (isUnreachable(error)) {
      client.release(error as Error)
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

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/** Kysely over one connection that is already inside its transaction. */
const overClient = (client: pg.PoolClient): Db => {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, rowCount } = await client.query(sql, [...parameters])
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

/** What kind of error the database reports (SQLSTATE), or an empty text. */
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

// Class 08 and 57P0x of the SQLSTATE list, and what Node says of sockets.
const isUnreachable = (error: unknown) =>
  /^(08|57P0|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND)/.test(codeOf(error)) ||
  (error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
      error.message,
    ))

const reachable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isUnreachable(error) ? Object.assign(unavailable(), { cause: error }) : error
  }
}

/** True when the statement broke the unique index of that name. */
export const violates = (error: unknown, index: string) =>
  codeOf(error) === '23505' && error instanceof Error && 'constraint' in error && error.constraint === index
