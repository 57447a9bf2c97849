import type { confirmOperatorEmail, confirmPatientEmail } from '@fornix/contract'
import { sql } from 'kysely'
import { type Db, violates } from '../../platform/db.ts'
import { emailKey } from '../../platform/email-key.ts'
import { badRequest, conflict } from '../../platform/errors.ts'
import { memberOfRecord, membershipsOf } from '../../platform/memberships.ts'
import { reindexPatient } from '../../platform/patient-record.ts'
import type { Platform } from '../../platform/platform.ts'
import { onOpen } from '../../platform/route.ts'
import { loginByEmail } from '../../platform/sign-in/identity.ts'
import { dropUnproven, setProvenAddress } from '../../platform/sign-in/proven-address.ts'
import { hashSecret } from '../../platform/tokens.ts'
import { addressChangedMail } from './mails.ts'

type Change = { patient_id: string | null; provider_id: string | null; email: string }

const confirmed = 'Thank you. Your new e-mail address is in use from now on.'
const taken = (error: unknown) =>
  ['logins_email_key_key', 'patients_email', 'providers_email'].some((index) => violates(error, index))
    ? conflict('This e-mail address belongs to another account.', 'email_taken')
    : error

/** Uses the link up, atomically; a link that was replaced by another wish is unknown. */
const useChange = async (db: Db, secret: string, isPatient: boolean): Promise<Change | 'already'> => {
  const rows = db
    .selectFrom('email_changes')
    .select(['patient_id', 'provider_id', 'email', 'used_at', sql<boolean>`expires_at > now()`.as('in_time')])
    .where('token_hash', '=', hashSecret(secret))
    .where(isPatient ? 'patient_id' : 'provider_id', 'is not', null)
    .forUpdate()
  const change = await rows.executeTakeFirst()
  if (!change) throw badRequest('This link is not valid. Please change your e-mail address again.', 'link_unknown')
  if (change.used_at) return 'already'
  if (!change.in_time)
    throw badRequest('This link has expired. Please change your e-mail address again.', 'link_expired')
  await db
    .updateTable('email_changes')
    .set({ used_at: sql<string>`now()` })
    .where('token_hash', '=', hashSecret(secret))
    .execute()
  return change
}

/** The login follows when it had the record's old address. Whoever else was signed in, or holds a mailed link, is out. */
const moveLogin = async (db: Db, login: string, old: string, email: string, session: string | undefined) => {
  await dropUnproven(db, email)
  const own = await loginByEmail(db, old)
  if (own === login) await setProvenAddress(db, login, email)
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('login_id', '=', login)
    .where('revoked_at', 'is', null)
    .$if(session !== undefined, (query) => query.where('session_id', '!=', session ?? ''))
    .execute()
  await db.deleteFrom('mailed_tokens').where('login_id', '=', login).where('used_at', 'is', null).execute()
}

const moveRecord = async (db: Db, { patient_id, provider_id, email }: Change) => {
  const columns = { email, email_key: emailKey(email), pending_email: '', version: sql<number>`version + 1` }
  const update = patient_id
    ? db.updateTable('patients').set(columns).where('patient_id', '=', patient_id)
    : db.updateTable('providers').set(columns).where('provider_id', '=', provider_id)
  await update.execute()
  if (patient_id) await reindexPatient(db, patient_id)
}

const loginOf = (db: Db, { patient_id, provider_id }: Change) =>
  (patient_id
    ? db.selectFrom('patients').select('login_id').where('patient_id', '=', patient_id)
    : db.selectFrom('providers').select('login_id').where('provider_id', '=', provider_id)
  ).executeTakeFirst()

/** A new address takes effect: from here on it is the one of the record and, where the old one was it, of the login. */
export const confirmEmail = (
  { mail }: Pick<Platform, 'mail'>,
  call: typeof confirmPatientEmail | typeof confirmOperatorEmail,
) =>
  onOpen(call, {
    handle: async ({ db, params, user, audit }) => {
      const change = await useChange(db, params.token, call.path.startsWith('/patient/'))
      if (change === 'already') return { message: 'Your new e-mail address is confirmed already.', already: true }
      const member = await memberOfRecord(db, change)
      const login = (await loginOf(db, change))?.login_id
      if (!member || !login)
        throw badRequest('This link is not valid. Please change your e-mail address again.', 'link_unknown')
      // The sign-in would move along: who may edit one record must not gain the person's others by it.
      if (user?.login !== login && (await membershipsOf(db, login)).length > 1)
        throw badRequest(
          'Your account belongs to several projects. Please sign in with it first, then open the link again.',
          'sign_in_first',
        )
      try {
        await moveRecord(db, change)
        await moveLogin(db, login, member.email, change.email, user?.login === login ? user.session : undefined)
      } catch (error) {
        throw taken(error)
      }
      const to = { project: member.project, email: member.email, name: member.first_name }
      await mail.queue(db, addressChangedMail(to, params.token))
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
