import { sql } from 'kysely'
import { movedBy } from '../../clinic/retention/rules.ts'
import type { Db } from '../../platform/database/db.ts'

type Merged = { project: string; merge: string }

/** Up to when the merged record's patient had read each thread: the kept one's reading moves the same mark on. */
export const noteMarks = (db: Db, { project, merge }: Merged) =>
  sql`update record_merge_rows l set read_through = r.read_through from care_readings r
       where l.project_id = ${project} and l.merge_id = ${merge} and l.table_name = 'care_readings'
         and r.project_id = l.project_id and r.reading_id = l.row_id and r.caregiver_id is null`.execute(db)

/** Marks of the kept record's people in threads that go back, which are no longer theirs to read. */
const deleteLaterMarks = (db: Db, { project, merge }: Merged) =>
  sql`delete from care_readings where project_id = ${project} and thread_id in (${movedBy(merge, 'care_threads')})
         and reading_id not in (${movedBy(merge, 'care_readings')})`.execute(db)

const lowerMarks = (db: Db, { project, merge }: Merged) =>
  sql`update care_readings r set read_through = l.read_through from record_merge_rows l
       where l.project_id = ${project} and l.merge_id = ${merge} and l.table_name = 'care_readings' and l.read_through is not null
         and r.project_id = l.project_id and r.reading_id = l.row_id`.execute(db)

/** Staff must not read that somebody has seen what only the kept record's people have. */
const forgetLaterReading = (db: Db, { project, merge }: Merged) =>
  sql`update care_messages m set seen_at = null from record_merges g
       where g.project_id = ${project} and g.merge_id = ${merge} and m.project_id = g.project_id and m.seen_at >= g.merged_at
         and not m.by_patient and m.message_id in (${movedBy(merge, 'care_messages')})
         and not exists (select from care_readings r
                          where r.project_id = m.project_id and r.thread_id = m.thread_id and r.read_through >= m.sent_at)`.execute(
    db,
  )

/** Before the threads of a merge go back: what their readers had read before it is read, and nothing else. */
export const restoreMarks = async (db: Db, merged: Merged) => {
  await deleteLaterMarks(db, merged)
  await lowerMarks(db, merged)
  await forgetLaterReading(db, merged)
}
