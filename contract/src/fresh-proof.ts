import { z } from 'zod'
import { callsOf } from './call.ts'
import { ceremony, codeProofs, ownLogin } from './two-step.ts'

const defineCall = callsOf('two-step')

/** Proves again who the user is, for one request. `recent`: by the sign-in of just now, if nothing else can be shown. */
export const FreshProof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('passkey'), response: ceremony }),
  ...codeProofs,
  z.object({ method: z.literal('password'), password: z.string().min(1, 'Password is required').max(256) }),
  z.object({ method: z.literal('recent') }),
])
export type FreshProof = z.output<typeof FreshProof>

const confirming = { ...ownLogin, method: 'POST', whilePending: 'enroll', limit: 'factor' } as const
/** How long a proof is valid. */
export const proofMinutes = 2
export const beginProof = defineCall({
  ...confirming,
  path: '/common/api/proof/start/',
  summary: 'Ask how to confirm one request that decides something',
  ifLost: 'nothing',
  audit: { none: 'the request that it is for leaves a row' },
  body: z.object({
    /** As in `DELETE /operator/delete_patient/:email/`. */
    call: z.string().max(200),
    params: z.record(z.string(), z.unknown()).default({}),
    query: z.record(z.string(), z.unknown()).default({}),
    body: z.unknown().optional(),
  }),
  response: z.object({
    proof_id: z.uuid(),
    /** The challenge for the user's passkey to sign; null without one. */
    passkey: ceremony.nullable(),
    totp: z.boolean(),
    recovery: z.number().int(),
    mail: z.boolean(),
    password: z.boolean(),
    /** The sign-in of just now is enough. */
    recent: z.boolean(),
  }),
})
export const finishProof = defineCall({
  ...confirming,
  path: '/common/api/proof/',
  summary: 'Confirm one request; the answer goes along with it, in `x-proof`',
  ifLost: 'nothing',
  audit: { none: 'the request that it is for leaves a row, which names what was shown' },
  body: z.object({ proof_id: z.uuid(), proof: FreshProof }),
  response: z.object({ proof: z.string() }),
})
