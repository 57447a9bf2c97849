import { createHash } from 'node:crypto'
import { type Call, takesProof } from '@fornix/contract'
import { sql } from 'kysely'
import { ApiError } from '../base/errors.ts'
import type { Db } from '../database/db.ts'
import type { Shown } from '../sessions/second-factor.ts'
import type { Caller } from '../sessions/session-row.ts'
import { hashSecret } from '../sessions/tokens.ts'

/** The header that carries a proof. */
export const proofHeader = 'x-proof'

/** Input as the client has it, or as received: paths, queries and form fields are all text. */
export type ProvenInput = { params?: unknown; query?: unknown; body?: unknown }

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
const texts = (fields: unknown) =>
  Object.fromEntries(
    Object.entries(fields ?? {})
      .filter(([, value]) => isGiven(value))
      .map(([name, value]) => [name, String(value)]),
  )
const sorted = (_name: string, value: unknown) =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Only parameters in the path: a client may know more about a record, which is not sent. */
const ofPath = ({ path }: Call, params: Record<string, string>) =>
  Object.entries(params).filter(([name]) => path.includes(`:${name}/`))

const hashOf = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts, sorted)).digest()

/** Everything a request says, as hashes: a proof is valid for no other record, nor for anything else about the same one. */
export const inputHashes = (call: Call, { params, query, body }: ProvenInput) => {
  const address = [ofPath(call, texts(params)).sort(), texts(query)]
  return { address_hash: hashOf(address), input_hash: hashOf(address, call.upload ? texts(body) : (body ?? {})) }
}

/** Says nothing about the record: whether it exists is looked up after the proof. */
const proofRequired = () => new ApiError(403, 'proof_required', 'Please confirm that it’s you.')

/** A request that requires proof, as received. */
export type Provable = { call: Call; name: string; user: Caller; secret: unknown }

const ofSecret = ({ name, user, secret }: Provable) => {
  if (typeof secret !== 'string' || secret === '') throw proofRequired()
  return sql<boolean>`session_id = ${user.session} and login_id = ${user.login} and call = ${name}
    and secret_hash = ${hashSecret(secret)}`
}

/**
 * Consumes a request's proof, in the transaction of what it decides: of two requests only one finds it, and a rollback uses nothing up.
 * `arrivedAt`: when the request began to arrive, if that took time.
 */
export const consumeProof = async (
  db: Db,
  provable: Provable,
  input: ProvenInput,
  arrivedAt?: string,
): Promise<Shown | undefined> => {
  if (!takesProof(provable.call, provable.user.role, input.body)) return undefined
  const { input_hash } = inputHashes(provable.call, input)
  const { rows } = await sql<Shown>`
    delete from fresh_proofs
     where ${ofSecret(provable)} and input_hash = ${input_hash}
       and expires_at > ${arrivedAt === undefined ? sql`clock_timestamp()` : sql`${arrivedAt}::timestamptz`}
    returning factor as by, factor_id as factor`.execute(db)
  if (!rows[0]) throw proofRequired()
  return rows[0]
}

/** Whether a request has a proof, while its fields are still on their way; returns when it was checked. */
export const findProof = async (db: Db, provable: Provable, input: Pick<ProvenInput, 'params' | 'query'>) => {
  if (!takesProof(provable.call, provable.user.role, undefined)) return undefined
  const { address_hash } = inputHashes(provable.call, input)
  const { rows } = await sql<{ at: string }>`
    select clock_timestamp()::text as at from fresh_proofs
     where ${ofSecret(provable)} and address_hash = ${address_hash} and expires_at > clock_timestamp()`.execute(db)
  if (!rows[0]) throw proofRequired()
  return rows[0].at
}
