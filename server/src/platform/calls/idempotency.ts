import { createHash } from 'node:crypto'
import { type Call, draftHours } from '@fornix/contract'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../base/errors.ts'
import { type Database, type Db, violates } from '../database/db.ts'
import { scopeOf } from '../sessions/session.ts'
import type { Caller } from '../sessions/session-row.ts'
import { inputHashes } from './fresh-proof.ts'

/** The header of draft-ietf-httpapi-idempotency-key-header: a text that a client uses for one request only. */
const idempotencyHeader = 'idempotency-key'
/** How long a completed request is remembered: its draft is offered for as long, and may be sent again. */
export const idempotencyHours = draftHours

/**
 * Requests are the same if the same person sends the same key to the same address, with the same body or form fields. Not by the bytes of
 * files: what a browser draws, such as a signed form, has another time in it at every press.
 */
const hashOf = (call: Call, { call: name, params, query, headers }: FastifyRequest, user: Caller, body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([headers[idempotencyHeader], user.project, user.person, user.login, name]))
    .update(inputHashes(call, { params, query, body }).input_hash)
    .digest()

/** Marks that an upload with this key was carried out, whatever its fields: no fields at all are another request. */
const markOf = (call: Call, request: FastifyRequest, user: Caller) =>
  createHash('sha256')
    .update('carried out')
    .update(hashOf(call, request, user, {}))
    .digest()

const rowWith = (db: Db, { login }: Caller, hash: Buffer) =>
  db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('login_id', '=', login)
    .where('request_hash', '=', hash)
    .executeTakeFirst()

export type Idempotency = ReturnType<typeof idempotencyOf>

/**
 * `keep` is sent with the commit of what the request does. Of two identical requests, the second waits there for the first, fails, and is
 * rolled back: so a first try costs one statement and no lookup.
 */
export const idempotencyOf = (call: Call, request: FastifyRequest, user: Caller | null) => {
  const isKeyed = Boolean(call.idempotent && request.headers[idempotencyHeader])
  let body: unknown = request.body
  let isWhole = !call.upload
  const rowOf = (user: Caller, request_hash: Buffer, response: unknown) => ({
    project_id: user.project,
    person_id: user.person,
    login_id: user.login,
    request_hash,
    answer: JSON.stringify(response),
  })
  return {
    isKeyed: user !== null && isKeyed,
    /** The form fields that came with files. */
    include: (fields: unknown) => {
      body = fields
      isWhole = true
    },
    keep: (db: Db, response: unknown) => {
      if (!user || !isKeyed) return []
      const insertInto = db.insertInto('idempotency_keys')
      const done = insertInto.values(rowOf(user, hashOf(call, request, user, body), response)).compile()
      if (!call.upload) return [done]
      const mark = insertInto
        .values(rowOf(user, markOf(call, request, user), null))
        .onConflict((conflict) => conflict.doNothing())
      return [done, mark.compile()]
    },
    /**
     * The result of a check, or nothing for an upload that may be an earlier one's second try: the first used up its proof. It is answered
     * or refused once its form fields tell.
     */
    unlessReplayed: <T>(db: Db, check: Promise<T>) =>
      check.catch(async (error: unknown) => {
        if (user && isKeyed && (await rowWith(db, user, markOf(call, request, user)))) return undefined
        throw error
      }),
    /** The result of the request, or its earlier response: a repeated request may be refused just because the first one succeeded. */
    orReplay: async (database: Pick<Database, 'scoped'>, work: Promise<unknown>) => {
      try {
        return await work
      } catch (error) {
        const mayBeDone = error instanceof ApiError || violates(error, 'idempotency_keys_pkey')
        if (!user || !isKeyed || !isWhole || !mayBeDone) throw error
        const earlier = await database.scoped(scopeOf(user), (db) =>
          rowWith(db, user, hashOf(call, request, user, body)),
        )
        if (!earlier) throw error
        return earlier.answer
      }
    },
  }
}
