import { formerAddressDays, type RecoveryState } from '@fornix/contract'
import { sql } from 'kysely'
import { type AuditAction, writeAudit } from '../../../platform/audit/audit.ts'
import type { Db } from '../../../platform/database/db.ts'
import { patientOf } from '../../../platform/sessions/session-row.ts'
import { emailKey } from '../../records/email-key.ts'
import type { Member } from '../memberships.ts'

export type Outcome = 'used' | 'stopped' | 'factor' | 'replaced' | 'mismatch' | 'operator'
export type OpenRecovery = {
  recovery_id: string
  login_id: string
  state: Exclude<RecoveryState, 'none'>
  confirmations: number
  tries_left: number
  expires_at: string
  opens_at: string | null
  session_id: string | null
}

type Which = { login: string } | { visitHash: Buffer } | { recovery: string }
const ofWhich = (which: Which) => {
  if ('login' in which) return sql`a.login_id = ${which.login}`
  return 'visitHash' in which ? sql`a.visit_hash = ${which.visitHash}` : sql`a.recovery_id = ${which.recovery}`
}

/** One that has neither ended nor expired, by the database's clock; locked, so that one change waits for the other. */
export const openRecovery = async (db: Db, which: Which) => {
  const { rows } = await sql<Omit<OpenRecovery, 'confirmations'>>`
    select a.recovery_id, a.login_id, a.tries_left, a.expires_at, a.opens_at, a.session_id,
           case when a.opens_at is null then 'started' when a.opens_at > clock_timestamp() then 'waiting' else 'ready' end as state
      from account_recoveries a
     where ${ofWhich(which)} and a.ended_at is null and a.expires_at > clock_timestamp()
       for update of a`.execute(db)
  return rows[0] && { ...rows[0], confirmations: await countWitnesses(db, rows[0].recovery_id) }
}

/** Must run after the lock, as a separate statement: one that waited for the lock does not see the witness that it waited for. */
const countWitnesses = async (db: Db, recovery_id: string) => {
  const { count } = await db
    .selectFrom('recovery_witnesses')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('recovery_id', '=', recovery_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Ends it, and returns which one it was. Its codes, links and session stop working. */
export const closeRecovery = async (db: Db, login: string, outcome: Outcome) =>
  (await db
    .updateTable('account_recoveries')
    .set({ ended_at: sql<string>`clock_timestamp()`, outcome })
    .where('login_id', '=', login)
    .where('ended_at', 'is', null)
    .returning('recovery_id')
    .executeTakeFirst()) ?? null

/** Whether this session may replace what was lost. */
export const isRecovering = async (db: Db, { login, session }: { login: string; session: string }) => {
  const open = await openRecovery(db, { login })
  return open?.state === 'ready' && open.session_id === session
}

/** Remembers an address that a login or one of its records leaves. */
export const noteFormerAddress = (db: Db, login_id: string, email: string) =>
  db
    .insertInto('former_addresses')
    .values({ login_id, email })
    .onConflict((row) => row.columns(['login_id', 'email']).doUpdateSet({ left_at: sql<string>`clock_timestamp()` }))
    .execute()

/** Every address where the person is known to read mail, or was until recently. */
export const addressesOf = async (db: Db, login: string) => {
  const { rows } = await sql<{ email: string }>`
    select email from logins where login_id = ${login}
    union select email from patients where login_id = ${login} and deleted_at is null
    union select email from providers where login_id = ${login} and deleted_at is null
    union select email from caregivers where login_id = ${login} and ended_at is null
    union select email from former_addresses
           where login_id = ${login} and left_at > now() - make_interval(days => ${formerAddressDays})`.execute(db)
  return [...new Map(rows.map(({ email }) => [emailKey(email), email])).values()]
}

type Act = {
  action: AuditAction
  recovery: string
  request: string
  actor?: string | null
  role: Member['role'] | 'visitor' | 'system'
}
/** In the trail of each record of a login, in open projects. */
export const noteRecovery = async (db: Db, members: Member[], { recovery, actor = null, ...act }: Act) => {
  for (const member of members.filter(({ is_open }) => is_open))
    await writeAudit(db, { ...act, actor, project: member.project, patient: patientOf(member), object: recovery })
}
