import { admins, type Role, recoveryHours, recoveryWitnesses, staff, witnessDays } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { actorOfMember, type Member } from '../memberships.ts'

export type Kind = 'patient' | 'caregiver' | 'staff'
const rankOf = ({ audience }: Member) => ['patient', 'operator', 'admin'].indexOf(audience)

/** Staff are confirmed by their clinic's admins. */
export const mayConfirm = (kind: Kind, role: Role) =>
  kind === 'staff' ? admins.some((admin) => admin === role) : staff.some((one) => one === role)

/**
 * Before a recovery could be foreseen: otherwise a user who knows a password could add the second witness, or take over an idle account as
 * one.
 */
const longBefore = (moment: RawBuilder<unknown>) => sql`${moment} - make_interval(days => ${witnessDays})`

/** Counts from the invitation that made it theirs: otherwise an old record that nobody had accepted would be a second witness at once. */
const wasTheirs = (since: RawBuilder<unknown>) => sql`
  p.created_at <= ${since} and not exists (
    select from invites i where i.project_id = p.project_id and i.provider_id = p.provider_id and i.used_at > ${since})`

/** The records that belonged to the login's person by then. */
const recordsFromBefore = async (db: Db, login: string, since: RawBuilder<unknown>) => {
  const { rows } = await sql<{ record: string }>`
    select p.patient_id as record from patients p
     where p.login_id = ${login} and p.created_at <= ${since} and not exists (
       select from invites i where i.project_id = p.project_id and i.patient_id = p.patient_id and i.used_at > ${since})
    union all select p.provider_id from providers p where p.login_id = ${login} and ${wasTheirs(since)}
    union all select caregiver_id from caregivers where login_id = ${login} and accepted_at <= ${since}`.execute(db)
  return new Set(rows.map(({ record }) => record))
}

/**
 * The records of a login by which its person is confirmed: those of the highest role, in any project.
 * Otherwise an admin of one project who could be confirmed by another project's staff would be an admin by the word of strangers.
 * If the person had some of them long before, only those: otherwise someone with password and mailbox could accept an invitation of a
 * clinic that they own.
 */
export const decisiveRecords = async (
  db: Db,
  { login, members, start }: { login: string; members: Member[]; start: RawBuilder<unknown> },
): Promise<{ kind: Kind; records: Member[] }> => {
  const confirmedMembers = members.filter(({ confirmed }) => confirmed)
  const top = Math.max(-1, ...confirmedMembers.map(rankOf))
  const old = await recordsFromBefore(db, login, longBefore(start))
  const isDecisive = (member: Member) => old.size === 0 || old.has(actorOfMember(member) ?? '')
  const records = confirmedMembers.filter((member) => rankOf(member) === top && isDecisive(member))
  if (top > 0) return { kind: 'staff', records }
  const own = records.filter(({ caregiver }) => !caregiver)
  return own.length > 0 ? { kind: 'patient', records: own } : { kind: 'caregiver', records }
}

/**
 * Those whose birth date was not entered or changed recently: otherwise a user who edits a record could make another person's document fit
 * it.
 */
export const withOldBirthDate = async (db: Db, records: Member[], start: RawBuilder<unknown>) => {
  const ids = records.flatMap(({ patient }) => patient ?? [])
  const { rows } = await sql<{ patient_id: string }>`
    select patient_id from patients
     where patient_id = any(${ids}::uuid[]) and (dob_changed_at is null or dob_changed_at <= ${longBefore(start)})`.execute(
    db,
  )
  return records.filter(({ patient }) => rows.some(({ patient_id }) => patient_id === patient))
}

export type FactorKind = 'passkey' | 'totp'
/** What a witness has shown: this exact passkey or app or, if that is unknown, one of these kinds. */
export type WitnessFactor = { id: string } | { kinds: FactorKind[] }
/** Whether a witness's record, and the factor they have shown or last used, existed long before the recovery began. */
export const existedBefore = async (
  db: Db,
  { project, person }: { project: string; person: string },
  factor: WitnessFactor,
  recovery_id: string,
) => {
  const since = longBefore(sql`a.started_at`)
  const isShown = 'id' in factor ? sql`factor_id = ${factor.id}` : sql`kind = any(${factor.kinds})`
  const { rows } = await sql`
    select from account_recoveries a
      join providers p on p.project_id = ${project} and p.provider_id = ${person} and ${wasTheirs(since)}
     cross join lateral (select created_at from login_factors where login_id = p.login_id and ${isShown}
                          order by last_used_at desc nulls last, created_at desc limit 1) f
     where a.recovery_id = ${recovery_id} and f.created_at <= ${since}`.execute(db)
  return rows.length > 0
}

/** Whether two possible witnesses exist: otherwise the user would wait in vain. */
export const hasWitnesses = async (db: Db, login: string, members: Member[]) => {
  const { kind, records } = await decisiveRecords(db, { login, members, start: sql`now()` })
  const { rows } = await sql<{ count: number }>`
    select count(distinct login_id)::int as count from providers p
     where project_id = any(${records.map(({ project }) => project)}::uuid[]) and role = any(${kind === 'staff' ? [...admins] : [...staff]})
       and login_id <> ${login} and deleted_at is null
       and ${wasTheirs(longBefore(sql`now()`))}
       and exists (select from login_factors where login_id = p.login_id and created_at <= ${longBefore(sql`now()`)})`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= recoveryWitnesses
}

/** The strictest project of a login decides the waiting time for all. */
export const waitingHours = async (db: Db, members: Member[]) => {
  const { hours } = await db
    .selectFrom('projects')
    .select(sql<number | null>`max(two_step_recovery_hours)`.as('hours'))
    .where('project_id', 'in', [sql<string>`null`, ...members.map(({ project }) => project)])
    .executeTakeFirstOrThrow()
  return hours ?? recoveryHours.most
}

/** One of the two acts for the other, or is invited to: they are not independent. */
export const areRelated = async (db: Db, one: string, other: string) => {
  const grant = (helper: string, patient: string) => sql`
    exists (select from caregivers c
              join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id
              join logins h on h.login_id = ${helper}
             where p.login_id = ${patient} and c.ended_at is null and (c.login_id = h.login_id or c.email_key = h.email_key))`
  const { rows } = await sql<{ tied: boolean }>`
    select ${grant(one, other)} or ${grant(other, one)} as tied`.execute(db)
  return rows[0]?.tied === true
}
