import {
  cancelEmailChange,
  endAllSessions,
  endSession,
  idleMs,
  myAccount,
  mySessions,
  setLanguage,
} from '@fornix/contract'
import { sql } from 'kysely'
import { cancelEmailChangeOf, deleteChange } from '../../clinic/people/email-change.ts'
import { notFound } from '../../platform/base/errors.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import { endSessionsOfLogin, lockLogin } from '../../platform/sessions/session-family.ts'
import type { Platform } from '../../platform.ts'
import { deviceInWords } from './device.ts'

type Session = { id: string; started: string; last_seen: string; device: string; current: boolean }

/** The user's own account: how to sign in, and where they are signed in. */
export const ownRoutes = ({ database }: Pick<Platform, 'database'>): Route[] => [
  on(myAccount, async ({ user, db }) => {
    const [login] = await database.systemQuery<{ email: string; has_password: boolean; has_identity: boolean }>(
      `select email, password_hash is not null as has_password,
              exists (select from identities i where i.login_id = l.login_id) as has_identity
         from logins l where login_id = $1`,
      [user.login],
    )
    const own = user.patient
      ? db.selectFrom('patients').select(['pending_email', 'language']).where('patient_id', '=', user.person)
      : db.selectFrom('providers').select('pending_email').where('provider_id', '=', user.person)
    const { pending_email, ...language } = await own.executeTakeFirstOrThrow()
    if (!login) throw notFound()
    const { email: sign_in_email, ...has } = login
    // The caregiver's own: the record's is the patient's.
    if (user.caregiver) return { email: sign_in_email, pending_email: '', sign_in_email, ...has }
    return { email: user.email, pending_email, sign_in_email, ...has, ...language }
  }),
  on(cancelEmailChange, async ({ user, db }) => {
    const owner = { table: user.patient ? 'patients' : 'providers', id: user.person } as const
    await deleteChange(db, owner)
    await cancelEmailChangeOf(db, owner)
    return { message: 'Your email address stays as it is.' }
  }),
  on(setLanguage, async ({ user, db, body: { language } }) => {
    if (user.confirmed)
      await db.updateTable('patients').set({ language }).where('patient_id', '=', user.person).execute()
    else
      await database.unscoped('the language of a registration', (own) =>
        own.updateTable('registrations').set({ language }).where('registration_id', '=', user.person).execute(),
      )
    return { message: 'Language saved' }
  }),
  on(mySessions, async ({ user }) => {
    const rows = await database.systemQuery<Session>(
      `select session_id as id, created_at as started, last_seen_at as last_seen, device, session_id = $2 as current from sessions
        where login_id = $1 and revoked_at is null and expires_at > now() and last_seen_at > now() - make_interval(secs => $3)
        order by current desc, last_seen_at desc`,
      [user.login, user.session, idleMs / 1000],
    )
    return { sessions: rows.map((row) => ({ ...row, device: deviceInWords(row.device) })) }
  }),
  on(endSession, async ({ user, params }) => {
    const ended = await database.unscoped('end a session of one’s own', async (own) => {
      await lockLogin(own, user.login)
      // A change of project may have replaced it since the list was shown.
      const { rows } = await sql`
        update sessions s set revoked_at = coalesce(s.revoked_at, now()) from sessions named
         where named.login_id = ${user.login} and named.session_id = ${params.id} and s.login_id = ${user.login}
           and coalesce(s.family_id, s.session_id) = coalesce(named.family_id, named.session_id) returning s.session_id`.execute(
        own,
      )
      return rows.length > 0
    })
    if (!ended) throw notFound()
    return { message: 'Session ended' }
  }),
  on(endAllSessions, async ({ user }) => {
    await database.unscoped('sign out everywhere', async (own) => {
      await endSessionsOfLogin(own, user.login)
      // A user who signs out everywhere may fear a stranger's sign-in, for whom no typed text must be left.
      await own.deleteFrom('drafts').where('login_id', '=', user.login).execute()
    })
    return { message: 'All sessions ended' }
  }),
]
