import { z } from 'zod'
import { callsOf } from './call.ts'
import { line } from './fields.ts'
import { everyone } from './roles.ts'
import { message } from './session.ts'
import { forAdmin, forOperator, forPatient } from './sign-in.ts'

const defineCall = callsOf('two-step')

/** What a passkey's browser side sends and receives: the server's library checks it. */
export const ceremony = z.record(z.string(), z.unknown())
const challenge_id = z.uuid()
const answer = { challenge_id, response: ceremony }

/** Six digits, with or without spaces. */
const digits = z
  .string('Please enter the code')
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'The code has 6 digits'))
const recoveryCode = z
  .string('Please enter a recovery code')
  .transform((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
  .pipe(z.string().regex(/^[A-Z2-7]{16}$/, 'A recovery code has 16 letters and digits'))

/** The second factors that are typed. */
export const codeProofs = [
  z.object({ method: z.literal('totp'), code: digits }),
  z.object({ method: z.literal('recovery'), code: recoveryCode }),
  z.object({ method: z.literal('mail'), challenge_id, code: digits }),
] as const
/** The user shows a second factor. */
export const FactorProof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('passkey'), ...answer }),
  ...codeProofs,
])
export type FactorProof = z.output<typeof FactorProof>
/** `grace`: a second step will be needed, but is not yet; `verify`: it has to be shown; `enroll`: it has to be set up. */
const state = z.enum(['none', 'grace', 'verify', 'enroll'])

export const ownLogin = { allow: everyone, care: 'any' } as const

export const getTwoStep = defineCall({
  ...ownLogin,
  method: 'GET',
  path: '/common/api/two_step/',
  summary: 'What a sign-in still needs',
  unconfirmed: true,
  whilePending: 'always',
  userInitiated: false,
  limit: 'session',
  audit: { none: 'tells the caller only how they sign in' },
  response: z.object({
    state,
    /** The new setup replaces everything that was lost. */
    recovering: z.boolean().default(false),
    /** Of the grace period. */
    days_left: z.number().int(),
    methods: z.object({
      passkeys: z.number().int(),
      totp: z.boolean(),
      recovery: z.number().int(),
      mail: z.boolean(),
    }),
  }),
})

export const startProof = defineCall({
  ...ownLogin,
  method: 'POST',
  path: '/common/api/two_step/prove/start/',
  summary: 'Ask for a passkey of one’s own, or mail a code',
  whilePending: 'always',
  limit: 'factor',
  ifLost: 'nothing',
  audit: { none: 'the proof leaves a row' },
  body: z.object({ method: z.enum(['passkey', 'mail']) }),
  response: z.object({ challenge_id, options: ceremony }),
})
export const giveProof = defineCall({
  ...ownLogin,
  method: 'POST',
  path: '/common/api/two_step/prove/',
  summary: 'Confirm a sign-in with a second factor',
  whilePending: 'always',
  limit: 'factor',
  audit: 'two_step.prove',
  body: z.object({ proof: FactorProof }),
  response: message,
})

export const Factor = z.object({
  factor_id: z.uuid(),
  kind: z.enum(['passkey', 'totp']),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
})
export type Factor = z.output<typeof Factor>

export const listFactors = defineCall({
  ...ownLogin,
  method: 'GET',
  path: '/common/api/two_step/factors/',
  summary: 'The second factors of the signed-in person',
  limit: 'session',
  audit: { none: 'shows only the caller how they sign in' },
  response: z.object({
    factors: z.array(Factor),
    recovery_left: z.number().int(),
    /** The role needs two factors here: the last one cannot be removed. */
    required: z.boolean(),
  }),
})

const adding = { ...ownLogin, method: 'POST', whilePending: 'enroll', limit: 'factor' } as const
/** Recovery codes come with the first factor, and are never shown again. */
const added = z.object({ message: z.string(), codes: z.array(z.string()) })
export const startPasskey = defineCall({
  ...adding,
  path: '/common/api/two_step/passkeys/start/',
  summary: 'Ask for a new passkey',
  proof: 'fresh',
  ifLost: 'nothing',
  audit: { none: 'the new passkey leaves a row' },
  response: z.object({ challenge_id, options: ceremony }),
})
export const addPasskey = defineCall({
  ...adding,
  path: '/common/api/two_step/passkeys/',
  summary: 'Add a passkey',
  audit: 'two_step.add',
  body: z.object({ ...answer, name: line(60) }),
  response: added,
})
export const startTotp = defineCall({
  ...adding,
  path: '/common/api/two_step/totp/start/',
  summary: 'The secret for an authenticator app',
  proof: 'fresh',
  ifLost: 'nothing',
  audit: { none: 'the new app leaves a row' },
  response: z.object({ challenge_id, secret: z.string(), uri: z.string() }),
})
export const addTotp = defineCall({
  ...adding,
  path: '/common/api/two_step/totp/',
  summary: 'Add an authenticator app, with its first code',
  audit: 'two_step.add',
  body: z.object({ challenge_id, code: digits }),
  response: added,
})
export const newRecoveryCodes = defineCall({
  ...ownLogin,
  method: 'POST',
  path: '/common/api/two_step/recovery/',
  summary: 'Make new recovery codes',
  proof: 'fresh',
  limit: 'factor',
  audit: 'two_step.new_codes',
  response: z.object({ codes: z.array(z.string()) }),
})
export const removeFactor = defineCall({
  ...ownLogin,
  method: 'POST',
  path: '/common/api/two_step/factors/:factor_id/remove/',
  summary: 'Remove a second factor',
  proof: 'fresh',
  limit: 'factor',
  audit: 'two_step.remove',
  params: z.object({ factor_id: z.uuid() }),
  response: message,
})

/** How long the email about a new factor can remove it again. */
export const undoFactorDays = 7
export const undoFactor = defineCall({
  method: 'POST',
  path: '/common/api/two_step/undo/',
  summary: 'Remove a new second factor, with the link that was mailed about it',
  allow: 'anyone',
  limit: 'address',
  audit: 'two_step.undo',
  body: z.object({ undo_token: z.string().max(200) }),
  response: z.object({
    message: z.string(),
    area: z.enum(['patient', 'operator']),
    /** The old password no longer works, but there was one. */
    needs_password: z.boolean(),
    /** Another account or record has the address to be restored: the clinic has to help. */
    needs_help: z.boolean().optional(),
  }),
})

export const startPasskeySignIn = defineCall({
  method: 'POST',
  path: '/common/api/passkey/start/',
  summary: 'Ask for a passkey, of whoever signs in',
  allow: 'anyone',
  limit: 'signIn',
  userInitiated: false,
  audit: { none: 'nobody is known yet' },
  response: z.object({ challenge_id, options: ceremony }),
})
const byPasskey = {
  method: 'POST',
  allow: 'anyone',
  limit: 'signIn',
  audit: 'session.start',
  body: z.object(answer),
} as const
export const passkeyPatient = defineCall({
  ...byPasskey,
  path: '/patient/passkey/',
  summary: 'Sign a patient in with a passkey',
  response: forPatient,
})
export const passkeyOperator = defineCall({
  ...byPasskey,
  path: '/operator/passkey/',
  summary: 'Sign a provider in with a passkey',
  response: forOperator,
})
export const passkeyAdmin = defineCall({
  ...byPasskey,
  path: '/admin/passkey/',
  summary: 'Sign an admin in with a passkey',
  response: forAdmin,
})
