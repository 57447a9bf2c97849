import { type ConfirmIdentity, confirmIdentity, recoveryWitnesses } from '@fornix/contract'
import { sql } from 'kysely'
import { mailRecoveryNews } from '../../../clinic/people/account-recovery/mails.ts'
import {
  closeRecovery,
  noteRecovery,
  type OpenRecovery,
  openRecovery,
} from '../../../clinic/people/account-recovery/recoveries.ts'
import {
  areRelated,
  decisiveRecords,
  existedBefore,
  mayConfirm,
  type WitnessFactor,
  withOldBirthDate,
} from '../../../clinic/people/account-recovery/who-confirms.ts'
import { type Member, membershipsOf } from '../../../clinic/people/memberships.ts'
import { nameWithCode } from '../../../clinic/records/provider-record.ts'
import { writeAudit } from '../../../platform/audit/audit.ts'
import { type ApiError, forbidden } from '../../../platform/base/errors.ts'
import { type AuditNote, onMany } from '../../../platform/calls/route.ts'
import { type Db, violates } from '../../../platform/database/db.ts'
import { type Caller, patientOf } from '../../../platform/sessions/session-row.ts'
import type { Platform } from '../../../platform.ts'
import {
  adminsOnlyError,
  alreadyConfirmedError,
  invalidCodeError,
  mismatchError,
  newBirthDateError,
  noFactorError,
  ownAccountError,
  relatedError,
  sameWitnessError,
  tooNewError,
  wrongKindError,
} from './errors.ts'
import { matchesSomeRecord } from './matches-record.ts'
import { openLater } from './open-later.ts'
import { visitHash } from './start.ts'

/** Right codes are typed once or twice; guesses are many. */
const codesPerWitness = {
  points: 20,
  seconds: 3600,
  shared: true,
  sentence: 'You have typed 20 codes within an hour. Please try again later.',
} as const

type Found = { open: OpenRecovery; members: Member[]; records: Member[] }
const patientIn = ({ records: [own] }: Found) => (own ? patientOf(own) : null)
/** The recovery of a code, if this witness may confirm it at all; nothing is compared yet. */
const recoveryFor = async (db: Db, { user, body, factor }: Confirming): Promise<Found> => {
  const { code, kind } = body
  const open = await openRecovery(db, { visitHash: visitHash(code) })
  if (!open) throw invalidCodeError()
  const members = await membershipsOf(db, open.login_id)
  const start = sql`(select started_at from account_recoveries where recovery_id = ${open.recovery_id})`
  const decisive = await decisiveRecords(db, { login: open.login_id, members, start })
  const records = decisive.records.filter(({ project }) => project === user.project)
  if (records.length === 0) throw invalidCodeError()
  if (open.login_id === user.login) throw ownAccountError()
  if (!mayConfirm(decisive.kind, user.role)) throw adminsOnlyError()
  if (await areRelated(db, user.login, open.login_id)) throw relatedError()
  if (open.state !== 'started') throw alreadyConfirmedError()
  if (!(await existedBefore(db, user, factor, open.recovery_id))) throw tooNewError()
  if (decisive.kind !== kind) throw wrongKindError()
  if (kind === 'staff') return { open, members, records }
  const unchanged = await withOldBirthDate(db, records, start)
  if (unchanged.length === 0) throw newBirthDateError()
  return { open, members, records: unchanged }
}

const addWitness = async (db: Db, user: Caller, recovery_id: string, { document }: ConfirmIdentity) => {
  const name = await nameWithCode(db, user)
  await db
    .insertInto('recovery_witnesses')
    .values({
      recovery_id,
      login_id: user.login,
      of_project: user.project,
      provider_id: user.person,
      name,
      document,
    })
    .execute()
    .catch((error: unknown) => {
      throw violates(error, 'recovery_witnesses_pkey') ? sameWitnessError() : error
    })
}

/** The confirming witness's row is in the trail of the project where they work; the login's other projects only learn that it happened. */
const noteConfirmation = async (db: Db, user: Caller, found: Found, request: string, audit: AuditNote) => {
  const { open, members } = found
  await writeAudit(db, {
    project: user.project,
    actor: user.person,
    role: user.role,
    action: 'account_recovery.confirm',
    patient: patientIn(found),
    object: open.recovery_id,
    request,
    proof: audit.proof,
  })
  const elsewhere = members.filter(({ project }) => project !== user.project)
  await noteRecovery(db, elsewhere, {
    action: 'account_recovery.confirm_elsewhere',
    recovery: open.recovery_id,
    role: 'system',
    request,
  })
}

/**
 * Counted and written at the refusal, because someone who guesses in front of a record also leaves a row; the last one ends the recovery.
 */
const refuseMismatch = async (platform: Platform, db: Db, { user, request, audit }: Confirming, found: Found) => {
  const { open, members } = found
  const { recovery_id, login_id } = open
  const left = open.tries_left - 1
  const refusal = mismatchError(left)
  await db.updateTable('account_recoveries').set({ tries_left: left }).where('recovery_id', '=', recovery_id).execute()
  const by = { actor: user.person, role: user.role, request }
  await writeAudit(db, {
    ...by,
    project: user.project,
    action: 'refused',
    patient: patientIn(found),
    object: 'confirmIdentity',
    result: `${refusal.status} ${refusal.code}`,
    proof: audit.proof,
  })
  if (left > 0) return refusal
  await closeRecovery(db, login_id, 'mismatch')
  const act = { action: 'account_recovery.stop', recovery: recovery_id } as const
  const here = members.filter((member) => member.project === user.project)
  await noteRecovery(db, here, { ...act, ...by })
  const elsewhere = members.filter((member) => !here.includes(member))
  await noteRecovery(db, elsewhere, { ...act, role: 'system', request })
  await mailRecoveryNews(platform, db, { recovery_id, login_id, members }, 'mismatch')
  return refusal
}

type Confirmed = { confirmations: number; opens_at: string | null }
/** A wrong try has to be counted, so it does not throw here. */
const confirm = async (platform: Platform, db: Db, confirming: Confirming): Promise<Confirmed | ApiError> => {
  const { user, body, request, audit } = confirming
  const found = await recoveryFor(db, confirming)
  const { open, records } = found
  const { recovery_id } = open
  if (!(await matchesSomeRecord(db, records, body))) return refuseMismatch(platform, db, confirming, found)
  await addWitness(db, user, recovery_id, body)
  await noteConfirmation(db, user, found, request, audit)
  const confirmations = open.confirmations + 1
  const opens_at = confirmations < recoveryWitnesses ? null : await openLater(platform, db, found)
  return { confirmations, opens_at }
}
type Confirming = { user: Caller; body: ConfirmIdentity; factor: WitnessFactor; request: string; audit: AuditNote }

/** What the witness has shown for this request; if the program does not ask, at the sign-in. */
const factorShown = async (
  { config, sessions }: Platform,
  user: Caller,
  { proof }: AuditNote,
): Promise<WitnessFactor> => {
  if (proof?.factor) return { id: proof.factor }
  const { amr } = config.freshProof ? { amr: proof ? [proof.by] : [] } : await sessions.factsOf(user)
  const kinds = amr.flatMap((one) => (one === 'passkey' ? [one] : one === 'otp' ? ['totp' as const] : []))
  if (kinds.length === 0) throw noFactorError()
  return { kinds }
}

/** One of the two who see the person and their document. */
export const confirmRoute = (platform: Platform) =>
  onMany(confirmIdentity, async ({ user, body, request, audit }) => {
    if (user.caregiver) throw forbidden()
    await platform.rateLimits.spendRule('recovery-codes', user.login, codesPerWitness)
    const factor = await factorShown(platform, user, audit)
    const result = await platform.database.unscoped('somebody is confirmed', (db) =>
      confirm(platform, db, { user, body, factor, request: request.id, audit }),
    )
    if (result instanceof Error) throw result
    return result
  })
