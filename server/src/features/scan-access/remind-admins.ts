import { accessReminders, pageAddresses, siteDate } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { addressesOfAdmins } from '../../clinic/records/admin-addresses.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import type { Platform } from '../../platform.ts'
import { isMoved } from './queries.ts'

type Needs = Pick<Platform, 'database' | 'config'>
type Due = {
  project_id: string
  request_id: string
  patient_id: string
  due_on: string
  today: string
  days_left: number
  reminder: number
  is_moved: boolean
}

const everyMs = 60_000
const batch = 200
/** The hour at the site from which a day counts: nobody is mailed at midnight. */
const fromHour = 8
/** What is kept of the reminder on the first day after. */
const late = -1

/** The newest reminder that a request with so many days left has reached. */
const reminder = sql`case when d.days_left < 0 then ${late}::int else (
  select min(days) from unnest(${[...accessReminders]}::int[]) days where days >= d.days_left) end`

/** Requests that have reached a reminder of which nobody was told. A node that is at it keeps others off its rows. */
const due = async (db: Db, now: Date) =>
  (
    await sql<Due>`
      select r.project_id, r.request_id, r.patient_id, r.due_on::text as due_on, d.today::text as today, d.days_left, ${reminder} as reminder,
             ${isMoved} as is_moved
        from access_requests r
        join projects j on j.project_id = r.project_id
        join studies s on s.project_id = r.project_id and s.study_id = r.study_id
        join patients p on p.project_id = r.project_id and p.patient_id = r.patient_id and p.deleted_at is null
       cross join lateral (select (${now}::timestamptz at time zone j.time_zone - make_interval(hours => ${fromHour}))::date as today) t
       cross join lateral (select t.today, r.due_on - t.today as days_left) d
       where r.status = 'pending' and ${sql.raw(isOpen('r'))} and coalesce(${reminder} < r.reminded_left, ${reminder} is not null)
       order by r.project_id, r.due_on limit ${batch} for no key update of r skip locked`.execute(db)
  ).rows

const noteOf = ({ due_on, days_left, is_moved }: Due) => {
  const day = siteDate(`${due_on}T12:00:00Z`, 'UTC')
  const left = days_left === 0 ? 'today' : days_left === 1 ? '1 day left' : `${days_left} days left`
  const note =
    days_left < 0
      ? `A request for a scan was due on ${day}, and is overdue`
      : `Please answer a request for a scan by ${day}: ${left}`
  return is_moved ? `${note}. The scan was moved, so the request can only be declined` : note
}

/** Says neither whose nor which: that is read in the portal. */
const mailOf = (requests: Due[], portal: string) => {
  const overdue = requests.filter(({ days_left }) => days_left < 0).length
  const moved = requests.filter(({ is_moved }) => is_moved).length
  const onlyDeclined = moved > 0 ? ` Can only be declined, because the scan was moved: ${moved}.` : ''
  return {
    subject: overdue > 0 ? 'Requests for scans are overdue' : 'Requests for scans need an answer',
    body: `Requests for scans that need an answer: ${requests.length}. Overdue: ${overdue}.${onlyDeclined}\n\nWhose they are, and by when each is to be answered, is in the portal: ${portal}${pageAddresses.adminScanRequests}`,
  }
}

const remindSome = async (db: Db, portal: string, now: Date) => {
  const requests = await due(db, now)
  for (const one of requests) {
    const { project_id, request_id, patient_id } = one
    await db
      .insertInto('notifications')
      .values({
        project_id,
        notification_id: uuid(),
        item_type: 'request',
        patient_id,
        item_id: request_id,
        note: noteOf(one),
      })
      .execute()
    await sql`update access_requests set reminded_left = ${one.reminder}
      where project_id = ${project_id} and request_id = ${request_id}`.execute(db)
  }
  for (const [project, ofProject] of Map.groupBy(requests, ({ project_id }) => project_id)) {
    const to = await addressesOfAdmins(db, project)
    if (to.length > 0)
      await queueMail(db, {
        project,
        to,
        ...mailOf(ofProject, portal),
        idempotencyKey: `access-reminder ${ofProject[0]?.request_id} ${ofProject[0]?.due_on} ${ofProject[0]?.reminder}`,
      })
  }
  return requests.length
}

/** Reminds the admins of each project 15, 5 and 1 days before the answer to a request is due, and on the day after: mark, notification and
 *  mail are one transaction, so each leaves once, whoever stops when. */
export const remindOfRequests = async ({ database, config }: Needs, now = new Date()) => {
  const remind = (db: Db) => remindSome(db, config.publicUrl, now)
  while ((await database.unscoped('remind admins of requests', remind)) === batch);
}

/** Looks every minute, until stopped. */
export const startRemindingOfRequests = (platform: Needs & Pick<Platform, 'log'>) =>
  runEvery(
    { job: 'access-reminders', everyMs, log: platform.log, failure: 'admins were not reminded of requests' },
    () => remindOfRequests(platform),
  )
