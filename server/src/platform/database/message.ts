import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { KeptStatements, Statements } from './prepared.ts'

// Times are returned in wire format: ISO 8601 with Z. The roles' time zone is UTC.
const isoTime = (text: string) => `${text.replace(' ', 'T').replace(/\+00$/, '')}Z`
const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMPTZ, isoTime],
  [pg.types.builtins.DATE, String],
  [pg.types.builtins.INT8, Number],
])
const parserOf = (type: number): ((text: string) => unknown) =>
  parsers.get(type) ?? pg.types.getTypeParser(type, 'text')

type Row = Record<string, unknown>
type Column = { name: string; parse: (text: string) => unknown }
/** The columns of a statement's result. */
export type Columns = { list: Column[]; empty: Row }
export type QueryResult = { rows: Row[]; command: string; rowCount: number }

type Statement = {
  text: string
  values: (Buffer | string | null)[]
  /** Without a name it is parsed each time. */
  name: string | undefined
  columns: Columns | undefined
  result: QueryResult
  finished: Promise<QueryResult>
  /** The error if a row could not be parsed. */
  problem?: unknown
  resolve: (result: QueryResult) => void
  reject: (error: unknown) => void
}
/** What the pool remembers, and what the message's connection remembers. */
export type Memory = { statements: Statements; kept: KeptStatements<Columns> }

const none: Columns = { list: [], empty: {} }

const rowOf = ({ list, empty }: Columns, fields: (string | null)[]) => {
  const row = { ...empty }
  for (let at = 0; at < fields.length; at++) {
    const [column, text] = [list[at], fields[at]]
    if (!column) throw new Error('The database returned other columns than before')
    if (typeof text === 'string') row[column.name] = column.parse(text)
  }
  return row
}

/**
 * Statements sent together that end in one Sync (PostgreSQL 55.2.4): if one fails, all after it are skipped, even a commit. A statement
 * already prepared on the connection is bound and executed; its columns are known.
 */
export class Message extends pg.Query {
  readonly #memory: Memory
  readonly #statements: Statement[] = []
  #at = 0
  callback = (error?: unknown) => this.#finish(error)

  constructor(memory: Memory) {
    super('')
    this.#memory = memory
  }

  /** `isRepeated`: worth preparing. */
  add(text: string, values: readonly unknown[], isRepeated = true): Promise<QueryResult> {
    const name = isRepeated ? this.#memory.statements.nameOf(text) : undefined
    const { promise: finished, resolve, reject } = Promise.withResolvers<QueryResult>()
    const result = { rows: [], command: '', rowCount: 0 }
    this.#statements.push({
      text,
      values: values.map((value) => prepareValue(value)),
      name,
      columns: undefined,
      result,
      finished,
      resolve,
      reject,
    })
    return finished
  }

  get texts() {
    return this.#statements.map(({ text }) => text)
  }

  /** Rejects as soon as one statement fails. */
  get finished() {
    return Promise.all(this.#statements.map(({ finished }) => finished))
  }

  override submit = (connection: pg.Connection) => {
    const { kept } = this.#memory
    connection.stream.cork()
    for (const name of kept.takeDropped()) connection.close({ type: 'S', name }, true)
    for (const statement of this.#statements) {
      const { name = '', text, values } = statement
      statement.columns = name ? kept.use(name) : undefined
      if (!statement.columns) {
        // A failed message may or may not have prepared it; closing a statement that does not exist is no error.
        if (name) connection.close({ type: 'S', name }, true)
        connection.parse({ name, text, types: [] }, true)
      }
      connection.bind({ statement: name, values }, true)
      if (!statement.columns) connection.describe({ type: 'P' }, true)
      connection.execute(null, true)
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
    const list = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
    this.#current.columns = { list, empty: Object.fromEntries(list.map(({ name }) => [name, null])) }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    const statement = this.#current
    try {
      statement.result.rows.push(rowOf(statement.columns ?? none, fields))
    } catch (error) {
      statement.problem ??= error
    }
  }

  handleCommandComplete({ text }: { text: string }) {
    const { result } = this.#current
    const words = text.split(' ')
    result.command = words[0] ?? ''
    result.rowCount = Number(words.at(-1)) || 0
    this.#complete()
  }

  handleEmptyQuery() {
    this.#complete()
  }

  handleError(error: unknown) {
    this.callback(error)
  }

  handleReadyForQuery() {
    this.callback()
  }

  get #current() {
    const statement = this.#statements[this.#at]
    if (!statement) throw new Error('The database responded to no query')
    return statement
  }

  #complete() {
    const { name, columns = none } = this.#current
    if (name) this.#memory.kept.keep(name, columns)
    this.#at++
  }

  #finish(error: unknown) {
    const done = error ? this.#at : this.#statements.length
    if (isStalePlan(error)) this.#forget(this.#statements[done])
    for (const [at, { result, problem, resolve, reject }] of this.#statements.entries()) {
      if (at >= done) reject(error)
      else if (problem) reject(problem)
      else resolve(result)
    }
  }

  #forget(statement: Statement | undefined) {
    if (!statement?.name) return
    this.#memory.statements.unprepare(statement.text)
    this.#memory.kept.drop(statement.name)
  }
}

/** "cached plan must not change result type", which PostgreSQL reports in its operator's language. */
export const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
