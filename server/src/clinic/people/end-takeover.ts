import { pageAddresses } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { notifyOtherAdmins } from '../records/admin-notices.ts'
import { recentFactorSince } from './factors/recent.ts'
import { type Member, membershipsOf } from './memberships.ts'
import { removeStaffSince } from './remove-staff-since.ts'

type Takeover = { login: string; request: string; suspectSince: (string | undefined)[] }
type Sender = { config: { publicUrl: string } }

/**
 * Somebody else may have had the account since its address was changed, or since the first of the new factors; these and their links must
 * still exist.
 * `suspectSince`: when the link's change was made.
 * Staff who were added are removed.
 * Roles, rights and settings stay for the admins to review: others may have built on them since.
 */
export const endTakeover = async (sender: Sender, db: Db, { login, request, suspectSince }: Takeover) => {
  const since = await earliest(db, [...suspectSince, await recentFactorSince(db, login)])
  if (since === undefined) return
  const removed = await removeStaffSince(db, { login, since, request })
  for (const member of await membershipsOf(db, login))
    if (member.is_open && member.provider)
      await notifyAdmins(sender, db, member, { since, removed: removed.filter((of) => of === member.project).length })
}

const earliest = async (db: Db, times: (string | undefined)[]) => {
  const { rows } = await sql<{ first: string | null }>`
    select min(t)::text as first from unnest(${times.filter((time) => time !== undefined)}::timestamptz[]) t`.execute(
    db,
  )
  return rows[0]?.first ?? undefined
}

const notifyAdmins = async (
  { config }: Sender,
  db: Db,
  { project, provider, provider_id, first_name, last_name }: Member,
  { since, removed }: { since: string; removed: number },
) => {
  const name = `${first_name} ${last_name}`
  const from = await dayAt(db, project, since)
  const staff = `${removed} ${removed === 1 ? 'provider who was' : 'providers who were'} added in that time`
  const gone = removed > 0 ? `\n\n${staff} can no longer sign in. Please invite again anyone who belongs here.` : ''
  const log = `${config.publicUrl}${pageAddresses.auditLog}?${new URLSearchParams({ person: provider_id, from })}`
  // Also to the mailbox of the owner, who knows best what was theirs.
  await notifyOtherAdmins(db, {
    user: { project, person: provider ?? '', email: '' },
    item_type: 'rights',
    text: `This account was recovered with an emailed link. Please review what was done under this name since ${from}`,
    mail: {
      subject: 'A colleague’s account was recovered',
      body: `${name} recovered this account with a link that we had emailed. Someone else may have used it since ${from}.${gone}\n\nRoles, rights, and settings that were changed under that name stay as they are. Please review everything that was done, and undo anything that is wrong: ${log}`,
    },
  })
}

const dayAt = async (db: Db, project: string, time: string) => {
  const { rows } = await sql<{ day: string }>`
    select to_char(${time}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as day from projects where project_id = ${project}`.execute(
    db,
  )
  return rows[0]?.day ?? time.slice(0, 10)
}
