import { pageAddresses, type UnusualRule, unusualRuleNames, unusualRules } from '@fornix/contract'
import { sql } from 'kysely'
import { addressesOfAdmins } from '../../clinic/records/admin-addresses.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import type { Platform } from '../../platform.ts'

/** At the site. */
const mailHour = 8

type Needs = Pick<Platform, 'database' | 'config'>
type Week = {
  project_id: string
  name: string
  monday: string
  waiting: number
  followed: number
  found: Partial<Record<UnusualRule, number>>
}

/** The next project whose week has begun and has not been mailed. A working node keeps others off. */
const dueWeek = async (db: Db, now: Date) => {
  const { rows } = await sql<Week>`
    select w.project_id, j.name, week.monday::text as monday,
           (select count(*)::int from unusual_access u where u.project_id = w.project_id and u.state = 'new') as waiting,
           (select count(*)::int from unusual_access u where u.project_id = w.project_id and u.state = 'follow_up') as followed,
           coalesce((select jsonb_object_agg(rule, n) from (
             select rule, count(*) as n from unusual_access u
              where u.project_id = w.project_id and u.found_at > ${now}::timestamptz - interval '7 days' group by rule) f), '{}') as found
      from unusual_access_watch w
      join projects j on j.project_id = w.project_id
      cross join lateral (select date_trunc('week', ${now}::timestamptz at time zone j.time_zone) as begins) begun
      cross join lateral (select begun.begins::date as monday) week
     where w.mailed_week < week.monday and ${sql.raw(isOpen('w'))}
       and ${now}::timestamptz at time zone j.time_zone >= begun.begins + make_interval(hours => ${mailHour})
     order by w.project_id limit 1 for update of w skip locked`.execute(db)
  return rows[0]
}

const cases = (n: number) => `${n} ${n === 1 ? 'case' : 'cases'}`

/** Numbers only: anyone looking over a shoulder can read an email. */
const textOf = ({ name, waiting, followed, found }: Week, portal: string) => {
  const total = unusualRuleNames.reduce((sum, rule) => sum + (found[rule] ?? 0), 0)
  const head =
    total === 0
      ? `Nothing unusual was found in ${name} in the last 7 days.`
      : `In the last 7 days, ${cases(total)} of unusual access to records ${total === 1 ? 'was' : 'were'} found in ${name}:`
  const lines = unusualRuleNames.flatMap((rule) =>
    found[rule] ? [`- ${unusualRules[rule].name}: ${found[rule]}`] : [],
  )
  const open = `Waiting for a decision: ${waiting}. Being followed up: ${followed}.`
  return [[head, ...lines].join('\n'), open, `See them in the portal: ${portal}${pageAddresses.unusualAccess}`].join(
    '\n\n',
  )
}

/**
 * Mark and mail are one transaction: each week is mailed once, whatever stops when.
 * A week without a case is mailed, too: it shows that somebody is watching.
 */
export const mailWeekly = async ({ database, config }: Needs, now = new Date()) => {
  const mailNext = async (db: Db) => {
    const week = await dueWeek(db, now)
    if (!week) return false
    const { project_id, monday } = week
    const to = await addressesOfAdmins(db, project_id)
    if (to.length > 0)
      await queueMail(db, {
        project: project_id,
        to,
        subject: 'Unusual access: your weekly summary',
        body: textOf(week, config.publicUrl),
        idempotencyKey: `unusual-access ${monday}`,
      })
    await sql`update unusual_access_watch set mailed_week = ${monday}::date where project_id = ${project_id}`.execute(
      db,
    )
    return true
  }
  while (await database.unscoped('mail the week', mailNext));
}
