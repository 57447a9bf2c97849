import type pg from 'pg'
import { toError } from '../base/caught.ts'
import { databaseAsked } from '../base/signals.ts'
import { type Answer, type Columns, type Memory, Message } from './message.ts'
import { type KeptStatements, keepStatements, type Statements } from './prepared.ts'

const keptBy = new WeakMap<pg.ClientBase, KeptStatements<Columns>>()
const keptOf = (client: pg.ClientBase) => {
  const kept = keptBy.get(client) ?? keepStatements<Columns>()
  keptBy.set(client, kept)
  return kept
}

/** A statement that begins a transaction. */
export type Opening = { text: string; values: readonly string[] }
export type Line = ReturnType<typeof openLine>

/**
 * A connection while somebody has it. What is asked before anybody waits for an answer leaves in one message; `opening` statements wait
 * for the first one that somebody asks.
 */
export const openLine = (client: pg.ClientBase, statements: Statements, opening: readonly Opening[] = []) => {
  const memory: Memory = { statements, kept: keptOf(client) }
  let coming: Message | undefined
  let isLeaving = false
  let isOver = false
  let hasLeft = false
  /** Nobody has answered yet that the transaction is there. */
  let isOpening = opening.length > 0
  let finish = () => {}

  const next = () => {
    coming ??= new Message(memory)
    return coming
  }
  const leave = () => {
    if (!coming) return
    finish()
    const message = coming
    coming = undefined
    isLeaving = false
    hasLeft = true
    databaseAsked.publish(message)
    client.query(message)
  }
  const opened = Promise.all(opening.map(({ text, values }) => next().add(text, values)))
  opened.then(
    () => {
      isOpening = false
    },
    () => {},
  )
  const isUsed = () => hasLeft || isLeaving

  const send = async (text: string, values?: readonly unknown[]): Promise<Answer> => {
    const answer = next().add(text, values ?? [], values !== undefined)
    if (!isLeaving) process.nextTick(leave)
    isLeaving = true
    try {
      return await answer
    } catch (error) {
      // The library's trace ends at its socket; this one leads to who asked.
      Error.captureStackTrace(toError(error))
      throw error
    }
  }

  return {
    ask: async (text: string, values: readonly unknown[]) => {
      // Where it failed to begin, a second message would be done outside of it.
      if (hasLeft && isOpening) await opened
      if (isOver) throw new Error('The transaction is over')
      return send(text, values)
    },
    commit: () => send('commit', []),
    /** Not prepared: it must not fail where a pooler has forgotten what was. */
    rollback: () => send('rollback'),
    /** Called when the next message is about to leave, for what is to leave with it. */
    finishWith: (last: () => void) => {
      finish = last
    },
    /** Rejects when the opening statements failed. */
    opened: () => (isUsed() ? opened : undefined),
    isUsed,
    end: () => {
      isOver = true
    },
  }
}
