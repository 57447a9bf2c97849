import type { confirmOperatorEmail, confirmPatientEmail } from '@fornix/contract'
import { sql } from 'kysely'
import { noteFormerAddress, openRecovery } from '../../clinic/people/account-recovery/recoveries.ts'
import { addressChangedMail, recordAddressChangedMail } from '../../clinic/people/email-change-mails.ts'
import { refuseWithoutFactor } from '../../clinic/people/factors/methods.ts'
import { hasOnlyRecentFactors } from '../../clinic/people/factors/recent.ts'
import { loginByEmail } from '../../clinic/people/identity.ts'
import { linkReplaced } from '../../clinic/people/links.ts'
import { lockOwnLogin } from '../../clinic/people/lock-own-login.ts'
import { dropLinks } from '../../clinic/people/mailed-links.ts'
import { memberOfRecord } from '../../clinic/people/memberships.ts'
import { checkPassword, loginBy, recheckPassword } from '../../clinic/people/password.ts'
import { dropUnproven, isHeld, setProvenAddress } from '../../clinic/people/proven-address.ts'
import { addressTakenError, setRecordAddress } from '../../clinic/people/record-address.ts'
import { ApiError, badRequest, invalidFieldsError } from '../../platform/base/errors.ts'
import { type CallContext, onOpen } from '../../platform/calls/route.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { wordsIn } from '../../platform/language/words.ts'
import { endSessionsOfLogin } from '../../platform/sessions/session-family.ts'
import { hashSecret, newSecret } from '../../platform/sessions/tokens.ts'
import type { Platform } from '../../platform.ts'

type Change = { patient_id: string | null; provider_id: string | null; email: string; proposed_by: string | null }
type Confirming = typeof confirmPatientEmail | typeof confirmOperatorEmail

const confirmed = 'Thank you. Your new email address is in use from now on.'
const linkUnknown = () => badRequest('This link is not valid. Please change your email address again.', 'link_unknown')
const signInFirst = () =>
  badRequest(
    'Please enter the password of your account. Or sign in to your account first, and open the link again.',
    'sign_in_first',
  )

/** The change behind a link; one that was taken back is unknown. */
export const findChange = (db: Db, secret: string) =>
  db
    .selectFrom('email_changes')
    .select(['patient_id', 'provider_id', 'email', 'proposed_by', 'used_at', 'stopped_at', 'replaced_at'])
    .select(sql<boolean>`expires_at > now()`.as('in_time'))
    .where('token_hash', '=', hashSecret(secret))

const isNotDeleted = (db: Db, patient: string) =>
  db
    .selectFrom('patients')
    .select('patient_id')
    .where('patient_id', '=', patient)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Uses up the link, atomically. */
const applyEmailChange = async (db: Db, secret: string, isPatient: boolean): Promise<Change | 'already'> => {
  const change = await findChange(db, secret)
    .where(isPatient ? 'patient_id' : 'provider_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!change || (change.patient_id && !(await isNotDeleted(db, change.patient_id)))) throw linkUnknown()
  if (change.used_at) return 'already'
  if (change.replaced_at) throw linkReplaced()
  if (change.stopped_at)
    throw badRequest('This change was stopped from the old address, which stays as it is.', 'link_stopped')
  if (!change.in_time)
    throw badRequest('This link has expired. Please change your email address again.', 'link_expired')
  await db
    .updateTable('email_changes')
    .set({ used_at: sql<string>`now()` })
    .where('token_hash', '=', hashSecret(secret))
    .execute()
  return change
}

// Otherwise, a user who knows a password could take away from the owner the mail that undoes their factor.
const tooSoon =
  'A second step for signing in was added less than 7 days ago. To protect your account, your email address can be changed after that.'

const recovering = 'Your account is being recovered. To protect it, your email address can be changed after that.'

/** `settles`: no address opened the login, and the record's old one, which may still be a thief's, is not restored by an undo. */
type Move = 'moves' | 'settles' | 'stays'
const moveOf = async (db: Db, login: string, old: string): Promise<Move> => {
  if ((await loginByEmail(db, old)) === login) return 'moves'
  return (await isHeld(db, login)) ? 'settles' : 'stays'
}

/** The login follows if it had the record's old address, or none that opens it. Everybody else's sessions and mailed links end. */
const moveLogin = async (db: Db, login: string, old: string, email: string, session: string | undefined) => {
  await dropUnproven(db, email)
  if (await openRecovery(db, { login })) throw badRequest(recovering, 'recovering')
  await noteFormerAddress(db, login, old)
  if (await hasOnlyRecentFactors(db, login)) throw badRequest(tooSoon, 'young_factor')
  const moves = await moveOf(db, login, old)
  if (moves !== 'stays') await setProvenAddress(db, login, email)
  await endSessionsOfLogin(db, login, session)
  // The link that removes a new factor stays valid: it is the owner's, wherever the address goes.
  await dropLinks(db, login, ['verify_email', 'reset_password'])
  return moves
}

type Kept = { login: string; old_email: string; moved_login: boolean }
/** The links that undo it: the one mailed to the old address before, and the one returned, for the mail about the change. */
const keepOld = async (db: Db, secret: string, { login: login_id, old_email, moved_login }: Kept) => {
  const undo = newSecret()
  await db
    .updateTable('email_changes')
    .set({ login_id, old_email, moved_login, undo_hash: hashSecret(undo) })
    .where('token_hash', '=', hashSecret(secret))
    .execute()
  return undo
}

export type RecordId = Pick<Change, 'patient_id' | 'provider_id'>
export const loginOf = (db: Db, { patient_id, provider_id }: RecordId) =>
  (patient_id
    ? db.selectFrom('patients').select('login_id').where('patient_id', '=', patient_id)
    : db.selectFrom('providers').select('login_id').where('provider_id', '=', provider_id)
  ).executeTakeFirst()

const addressOf = async (db: Db, login: string) =>
  (await db.selectFrom('logins').select('email').where('login_id', '=', login).executeTakeFirstOrThrow()).email

type Proving = Pick<CallContext<Confirming>, 'params' | 'body' | 'request'>
/** The login whose password came with the link, if any; a wrong one counts like one at sign-in. */
const loginByPassword = async (database: Database, { params, body: { password }, request }: Proving) => {
  if (password === undefined) return undefined
  const found = await database.unscoped('whose new address this is', async (db) => {
    const change = await findChange(db, params.token).executeTakeFirst()
    const isOpen = change && !change.used_at && !change.stopped_at && change.in_time
    const record = isOpen ? await loginOf(db, change) : undefined
    return record?.login_id
      ? db.selectFrom('logins').select('email_key').where('login_id', '=', record.login_id).executeTakeFirst()
      : undefined
  })
  const login = found && (await loginBy(database, 'email_key', found.email_key))
  if (!login) return undefined
  await checkPassword(database, { name: login.email_key, login }, password, request).catch((error: unknown) => {
    throw error instanceof ApiError
      ? invalidFieldsError({ password: 'This is not the password of your account.' })
      : error
  })
  return login
}

/**
 * A new address takes effect: it becomes the record's and, if the login had the old one, the login's.
 * This takes the owner's session or password.
 * The mailbox's holder may not be the owner, if staff entered the address; or may be somebody whose address a stranger claims for their own
 * account.
 */
export const confirmEmail = (
  { config, mail, database, sessions }: Pick<Platform, 'config' | 'mail' | 'database' | 'sessions'>,
  call: Confirming,
) =>
  onOpen(call, {
    before: async (context) => {
      const { user, request } = context
      // A leaked token is not enough: with a new address it would become the whole account.
      const signedIn = user && (await sessions.holdsRefreshToken(user, request.cookies)) ? user : undefined
      return { signedIn, byPassword: await loginByPassword(database, context) }
    },
    handle: async ({ db, params, audit, before: { signedIn, byPassword } }) => {
      const change = await applyEmailChange(db, params.token, call.path.startsWith('/patient/'))
      if (change === 'already') return { message: 'Your new email address is already confirmed.', already: true }
      const member = await memberOfRecord(db, change)
      const login = (await loginOf(db, change))?.login_id
      if (!member || !login) throw linkUnknown()
      if (![signedIn?.login, byPassword?.login_id].includes(login)) throw signInFirst()
      const own = signedIn?.login === login ? signedIn : undefined
      if (own) await lockOwnLogin(db, own)
      if (byPassword) await recheckPassword(db, byPassword)
      if (!own) await refuseWithoutFactor(db, login)
      const moves = await setRecordAddress(db, change, change.email)
        .then(() => moveLogin(db, login, member.email, change.email, own?.session))
        .catch((error: unknown) => {
          throw addressTakenError(error)
        })
      const moved = moves === 'moves'
      const undo = await keepOld(db, params.token, { login, old_email: member.email, moved_login: moved })
      const link = `${config.publicUrl}/${change.patient_id ? 'patient' : 'operator'}/stop-email-change/${undo}`
      const to = { project: member.project, email: member.email, words: wordsIn(member.language) }
      await mail.queue(db, addressChangedMail(to, moved ? link : undefined))
      if (moves === 'stays')
        await mail.queue(db, recordAddressChangedMail({ ...to, email: await addressOf(db, login) }, link))
      const actor = member.patient ?? member.provider ?? undefined
      Object.assign(audit, {
        project: member.project,
        patient: member.patient,
        actor,
        role: member.role,
        object: actor,
      })
      return { message: confirmed, already: false }
    },
  })
