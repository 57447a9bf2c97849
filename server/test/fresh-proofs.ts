import type { Call } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { inputHashes, type ProvenInput, proofHeader } from '../src/platform/calls/fresh-proof.ts'
import { hashSecret } from '../src/platform/sessions/tokens.ts'
import type { TestUser } from './given.ts'

type Owner = (statement: string, values?: unknown[]) => Promise<unknown>

export const callName = ({ method, path }: Call) => `${method} ${path}`

/** What the paths that decide are sent with: a proof as somebody has just shown it, without the showing. */
export const proofsIn = (owner: Owner) => {
  const mint = async (user: TestUser, call: Call, input: ProvenInput = {}, seconds = 120) => {
    const secret = uuid() + uuid()
    const { address_hash, input_hash } = inputHashes(call, input)
    await owner(
      `insert into fresh_proofs (project_id, proof_id, person_id, login_id, session_id, call, address_hash, input_hash, factor, secret_hash, expires_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, 'otp', $8, clock_timestamp() + make_interval(secs => $9))`,
      [
        user.project,
        user.id,
        user.login,
        user.session,
        callName(call),
        address_hash,
        input_hash,
        hashSecret(secret),
        seconds,
      ],
    )
    return secret
  }
  return { mint, headersOf: (secret: string) => ({ [proofHeader]: secret }) }
}
