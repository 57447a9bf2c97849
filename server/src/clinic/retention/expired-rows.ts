import { contactDays, draftHours, registrationHours } from '@fornix/contract'
import type { Log } from '../../platform/base/log.ts'
import { regularly } from '../../platform/base/regularly.ts'
import type { Database } from '../../platform/database/db.ts'

type Expiring = { table: string; since: string; hours: number; unless?: string }
const days = 24

/**
 * Rows that nobody may read any more, or that nobody needs. What reads them checks their age itself where it matters, so that
 * a late sweep shows nothing.
 */
const expiring: Expiring[] = [
  { table: 'drafts', since: 'saved_at', hours: draftHours },
  { table: 'contact_messages', since: 'created_at', hours: contactDays * days },
  // What a mail of a record says is kept with the record; all others are names and addresses without a use.
  {
    table: 'mail_outbox',
    since: 'created_at',
    hours: contactDays * days,
    unless: 'exists (select from patient_emails e where (e.project_id, e.email_id) = (t.project_id, t.mail_id))',
  },
  { table: 'registrations', since: 'created_at', hours: registrationHours },
  // Of registrations that are gone, and of sign-ups that were not finished.
  {
    table: 'logins',
    since: 'created_at',
    hours: registrationHours,
    unless: `email_verified_at is not null
      or exists (select from sessions s where s.login_id = t.login_id) or exists (select from patients p where p.login_id = t.login_id)
      or exists (select from providers v where v.login_id = t.login_id)`,
  },
  // Links and sessions say for a while why they do not work any more.
  { table: 'email_changes', since: 'expires_at', hours: 30 * days },
  { table: 'mailed_tokens', since: 'expires_at', hours: 30 * days },
  { table: 'sessions', since: 'expires_at', hours: 30 * days },
  { table: 'seen_identity_tokens', since: 'seen_at', hours: 30 * days },
  { table: 'sign_in_failures', since: 'last_at', hours: 30 * days },
  // No session lasts longer than a day.
  { table: 'viewer_tickets', since: 'issued_at', hours: 2 * days },
  { table: 'series_openings', since: 'opened_at', hours: 2 * days },
  // As long as the cookie that it answers to.
  { table: 'known_devices', since: 'last_seen_at', hours: 365 * days },
]

/** A mail that was given up keeps no text: one-time links stand in it. */
const forgetFailed = `update mail_outbox set body = '', calendar = null
  where status = 'failed' and body <> '' and created_at <= now() - interval '7 days'`

const everyMs = 10 * 60_000

export const deleteExpired = async (database: Pick<Database, 'systemQuery'>) => {
  for (const { table, since, hours, unless = 'false' } of expiring)
    await database.systemQuery(
      `delete from ${table} t where ${since} <= now() - make_interval(hours => $1) and not (${unless})`,
      [hours],
    )
  await database.systemQuery(forgetFailed, [])
}

/** On several nodes at once it deletes the same rows once. */
export const startDeletingExpired = (database: Database, log: Log) =>
  regularly({ job: 'expired-rows', everyMs, log, failure: 'expired rows are still there' }, () =>
    deleteExpired(database),
  )
