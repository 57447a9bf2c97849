import type pg from 'pg'
import { queriesSent } from '../base/signals.ts'
import { toError } from '../base/unknown-error.ts'
import { type Columns, type Memory, Message, type QueryResult } from './message.ts'
import { type KeptStatements, keepStatements, type Statements } from './prepared.ts'

const keptBy = new WeakMap<pg.ClientBase, KeptStatements<Columns>>()
const keptOf = (client: pg.ClientBase) => {
  const kept = keptBy.get(client) ?? keepStatements<Columns>()
  keptBy.set(client, kept)
  return kept
}

/** A statement that begins a transaction. */
export type Opening = { text: string; values: readonly string[] }
export type Connection = ReturnType<typeof openConnection>

/**
 * A connection while it is checked out. Queries made before anyone awaits a result are sent in one message; `opening` statements wait for
 * the first query.
 */
export const openConnection = (client: pg.ClientBase, statements: Statements, opening: readonly Opening[] = []) => {
  const memory: Memory = { statements, kept: keptOf(client) }
  let batch: Message | undefined
  let isFlushScheduled = false
  let isClosed = false
  let hasSent = false
  /** The database has not confirmed yet that the transaction has begun. */
  let isOpening = opening.length > 0
  let finish = () => {}

  const next = () => {
    batch ??= new Message(memory)
    return batch
  }
  const flush = () => {
    if (!batch) return
    finish()
    const message = batch
    batch = undefined
    isFlushScheduled = false
    hasSent = true
    queriesSent.publish(message)
    client.query(message)
  }
  const opened = Promise.all(opening.map(({ text, values }) => next().add(text, values)))
  opened.then(
    () => {
      isOpening = false
    },
    () => {},
  )
  const isUsed = () => hasSent || isFlushScheduled

  const send = async (text: string, values?: readonly unknown[]): Promise<QueryResult> => {
    const result = next().add(text, values ?? [], values !== undefined)
    if (!isFlushScheduled) process.nextTick(flush)
    isFlushScheduled = true
    try {
      return await result
    } catch (error) {
      // The library's stack ends at its socket; this one leads to the caller.
      Error.captureStackTrace(toError(error))
      throw error
    }
  }

  return {
    query: async (text: string, values: readonly unknown[]) => {
      // If the transaction failed to begin, a second message would run outside it.
      if (hasSent && isOpening) await opened
      if (isClosed) throw new Error('The transaction is over')
      return send(text, values)
    },
    commit: () => send('commit', []),
    /** Not prepared: it must not fail where a pooler has forgotten prepared statements. */
    rollback: () => send('rollback'),
    /** Called just before the next message is sent, to add statements to it. */
    finishWith: (last: () => void) => {
      finish = last
    },
    /** Rejects if the opening statements failed. */
    opened: () => (isUsed() ? opened : undefined),
    isUsed,
    end: () => {
      isClosed = true
    },
  }
}
