import { type NoticeKind, noticeRules } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { firstRow } from '../../platform/database/first-row.ts'

type Reader = { project: string; patient: string }

/**
 * Notifies a patient of something of this kind, in the caller's transaction: sends push notifications to the record's browsers if the
 * patient wants them, and returns whether to queue an email.
 * Every email that the portal automatically writes to a patient calls this, except the account's.
 */
export const notifyPatient = async (db: Db, { project, patient }: Reader, kind: NoticeKind): Promise<boolean> => {
  const { email, push } = noticeRules[kind]
  const chosen = (column: 'email_off' | 'push_on') =>
    sql`exists (select from notice_choices c where c.project_id = ${project} and c.patient_id = ${patient} and ${kind} = any(c.${sql.ref(column)}))`
  if (push === 'choice')
    await sql`
      update push_subscriptions
         set unsent = unsent + 1, next_attempt_at = case unsent when 0 then now() else next_attempt_at end
       where project_id = ${project} and patient_id = ${patient} and ${chosen('push_on')}`.execute(db)
  if (email !== 'choice') return email === 'always'
  const { rows } = await sql<{ is_wanted: boolean }>`select not ${chosen('email_off')} as is_wanted`.execute(db)
  return firstRow(rows).is_wanted
}
