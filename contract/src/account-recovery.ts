import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { requiredLine } from './fields.ts'
import { staff } from './roles.ts'
import { message } from './session.ts'
import { ownLogin } from './two-step.ts'
import { typedDay } from './typed-day.ts'

const defineCall = callsOf('two-step')

/** The time in which two staff members confirm it; after the waiting time, the time in which it can be used. */
export const recoveryCodeHours = 72
export const recoveryUseDays = 7
/** How long a former address still gets the emails about a recovery. */
export const formerAddressDays = 90
export const recoveryHours = { least: 24, most: 168 } as const
/** How many staff members have to confirm the person's identity. */
export const recoveryWitnesses = 2
/** A witness's account and second step must be at least this many days older than the recovery. */
export const witnessDays = 7

/** `started`: waits for the staff; `waiting`: for the time to pass; `ready`: for the code that the owner kept. */
const recoveryStates = ['none', 'started', 'waiting', 'ready'] as const
export type RecoveryState = (typeof recoveryStates)[number]

const codeOf = (length: number, absent: string, sentence: string) =>
  z
    .string(absent)
    .transform((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .pipe(z.string().regex(new RegExp(`^[A-Z2-7]{${length}}$`), sentence))
const visitCode = codeOf(8, 'Please enter the visit code', 'A visit code has 8 letters and digits')
const ownCode = codeOf(16, 'Please enter your private code', 'Your private code has 16 letters and digits')

const lost = { ...ownLogin, whilePending: 'always' } as const
export const getRecovery = defineCall({
  ...lost,
  method: 'GET',
  path: '/common/api/account_recovery/',
  summary: 'Look up the state of one’s own account recovery',
  userInitiated: false,
  limit: 'session',
  audit: { none: 'tells the caller only how they sign in' },
  response: z.object({
    state: z.enum(recoveryStates),
    confirmations: z.number().int(),
    /** When `started` or `ready` expires. */
    expires_at: z.string().nullable(),
    opens_at: z.string().nullable(),
    /** The longest waiting time of the login's projects. */
    hours: z.number().int(),
    /** Whether two people exist who could confirm it. */
    possible: z.boolean(),
  }),
})
export const startRecovery = defineCall({
  ...lost,
  method: 'POST',
  path: '/common/api/account_recovery/start/',
  summary: 'Start the recovery of an account without a second step',
  limit: 'factor',
  audit: 'account_recovery.start',
  /** Both are shown only once: one is for the staff, the other is for the owner alone. */
  response: z.object({ visit_code: z.string(), own_code: z.string(), expires_at: z.string() }),
})
export const redeemRecovery = defineCall({
  ...lost,
  method: 'POST',
  path: '/common/api/account_recovery/use/',
  summary: 'Finish the recovery of an account',
  limit: 'factor',
  audit: 'account_recovery.use',
  body: z.object({ code: ownCode }),
  response: message,
})
export const stopRecovery = defineCall({
  method: 'POST',
  path: '/common/api/account_recovery/stop/',
  summary: 'Stop the recovery of an account, with the link that was mailed about it',
  allow: 'anyone',
  limit: 'mailedLink',
  audit: 'account_recovery.stop',
  body: z.object({
    stop_token: z.string().max(200),
    /** Stops nothing yet: lets the page say that a link was used, without asking anything. */
    look: z.boolean().default(false),
  }),
  response: z.object({
    message: z.string(),
    /** It had already ended. */
    already: z.boolean(),
    /** Where the owner chooses a new password. */
    area: z.enum(['patient', 'operator']),
  }),
})

export const idDocuments = ['driver_license', 'state_id', 'passport', 'other'] as const
const seen = {
  code: visitCode,
  document: z.enum(idDocuments, 'Please choose the document'),
}
const name = requiredLine('Please write the name on the document', 200)
const birth_date = z
  .string('Please write the date of birth')
  .transform((text) => typedDay(text) ?? '')
  .pipe(z.iso.date('Please write a date, such as 04/17/1986'))
/** What the staff read from the ID of the person in front of them: compared with the record, which the page does not show. */
export const ConfirmIdentity = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('patient'),
    ...seen,
    birth_date,
    number: requiredLine('Please write the MRN or the patient ID', 60),
  }),
  z.object({ kind: z.literal('caregiver'), ...seen, name, birth_date }),
  z.object({ kind: z.literal('staff'), ...seen, name, number: requiredLine('Please write the provider ID', 60) }),
])
export type ConfirmIdentity = z.output<typeof ConfirmIdentity>
export const confirmIdentity = defineCall({
  method: 'POST',
  path: '/operator/confirm_identity/',
  summary: 'Confirm a person’s identity, to recover the account',
  allow: staff,
  right: 'confirm_identity',
  proof: 'fresh',
  limit: 'factor',
  audit: 'account_recovery.confirm',
  body: ConfirmIdentity,
  response: z.object({ confirmations: z.number().int(), opens_at: z.string().nullable() }),
})

export const Recovery = z.object({
  recovery_id: z.uuid(),
  name: z.string(),
  role: z.string(),
  state: z.enum(['started', 'waiting', 'ready', 'used', 'stopped', 'expired']),
  started_at: z.string(),
  opens_at: z.string().nullable(),
  /** For staff of other projects, only the time. */
  witnesses: z.array(
    z.object({ name: z.string().nullable(), document: z.enum(idDocuments).nullable(), confirmed_at: z.string() }),
  ),
})
export type Recovery = z.output<typeof Recovery>
export const isOpenRecovery = ({ state }: Recovery) => ['started', 'waiting', 'ready'].includes(state)
export const listRecoveries = defineCall({
  ...byAdmins,
  method: 'GET',
  path: '/admin/account_recoveries/',
  summary: 'Open the list of account recoveries',
  audit: 'account_recovery.list',
  response: z.object({ recoveries: z.array(Recovery) }),
})
export const endRecovery = defineCall({
  ...byAdmins,
  method: 'POST',
  path: '/admin/account_recovery/:recovery_id/stop/',
  summary: 'Stop the recovery of an account',
  audit: 'account_recovery.stop',
  params: z.object({ recovery_id: z.uuid() }),
  response: message,
})
