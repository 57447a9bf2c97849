import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Connection } from './connection.ts'
import type { DB } from './tables.ts'

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/** Kysely on one connection that is already in its transaction. */
export const kyselyOn = (connection: Connection): Kysely<DB> => {
  const driverConnection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, rowCount } = await connection.query(sql, parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(rowCount) }
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
        acquireConnection: async () => driverConnection,
        beginTransaction: nested,
        commitTransaction: nested,
        rollbackTransaction: nested,
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  })
}
