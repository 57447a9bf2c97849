import { type Role, undoMergeDays } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { endSessionsOfRecord } from '../../clinic/people/end-access.ts'
import { requeueRecordMails } from '../../clinic/people/record-mails.ts'
import { refuseOwnRecord } from '../../clinic/records/own-record.ts'
import { type ActionRules, type AuditActions, actionsExcept } from '../../platform/audit/action-rules.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import { notIn } from '../../platform/database/not-in.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { emptyFields } from './fill-fields.ts'
import { keepClosed } from './keep-closed.ts'
import { goneSentence, lockPair, type Pair, refuseGone } from './locked-pair.ts'
import { auditBoth, mergedReason } from './merge.ts'
import { type MovedTable, returnRows } from './move-rows.ts'
import { restoreMarks } from './reading-marks.ts'
import { noteReleased, releaseScans } from './released-scans.ts'

const laterSubject = 'Messages after records were merged'

type Merge = { merge_id: string; kept_id: string; merged_id: string }
type Wanted = Pick<Pair, 'project'> & {
  merge: Merge
  actions: AuditActions
  user: Caller
  request: string
  proof: AuditNote['proof']
  reason: string
}

const lockMerge = async (db: Db, project: string, merge: string) => {
  const { rows } = await sql<{ filled: string[]; is_undone: boolean; is_over: boolean }>`
    select filled, undone_at is not null as is_undone, merged_at <= now() - make_interval(days => ${undoMergeDays}) as is_over
      from record_merges where project_id = ${project} and merge_id = ${merge} for update`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  if (row.is_undone) throw conflict('This merge was undone already.', 'undone')
  if (row.is_over) throw conflict(`A merge can be undone for ${undoMergeDays} days. This one is older.`, 'too_late')
  return row
}

/** Somebody may have taken the address or the number, or have signed up as the same person. */
const reviveRecord = async (db: Db, { project, merged }: Pair) => {
  const { rows } = await sql`
    select from patients d join patients p on p.project_id = d.project_id and p.login_id = d.login_id and p.deleted_at is null
     where d.project_id = ${project} and d.patient_id = ${merged} and p.patient_id <> d.patient_id`.execute(db)
  if (rows.length > 0) throw conflict('This person now has another record in this project.', 'login_taken')
  await sql`update patients set deleted_at = null, version = version + 1, updated_at = now()
    where project_id = ${project} and patient_id = ${merged}`
    .execute(db)
    .catch((error: unknown) => {
      if (violates(error, 'patients_email'))
        throw conflict('Another patient in this project now has the email address of the merged record.', 'email_taken')
      if (violates(error, 'patients_mrn'))
        throw conflict('Another patient in this project now has the MRN number of the merged record.', 'mrn_taken')
      throw error
    })
}

const showsRecord = ({ access }: ActionRules) => access === 'reading' || access === 'preview' || access === 'incidental'

/** Readers of the kept record meanwhile also read what came from the other one; that one's trail must say so. */
const noteReaders = async (
  db: Db,
  { project, kept, merged }: Pair,
  { merge: { merge_id }, actions, request }: Pick<Wanted, 'merge' | 'actions' | 'request'>,
) => {
  const { rows } = await sql<{ actor: string; role: Role }>`
    select distinct e.actor_id as actor, e.actor_role as role
      from audit_events e join record_merges m on m.project_id = e.project_id and m.merge_id = ${merge_id}
     where e.project_id = ${project} and e.patient_id = ${kept} and e.at >= m.merged_at and e.actor_id is not null
       and ${notIn('e.action', actionsExcept(actions, showsRecord))} and split_part(e.result, ' ', 1) = 'ok'`.execute(
    db,
  )
  for (const { actor, role } of rows)
    await writeAudit(db, { project, actor, role, action: 'patient.read_merged', patient: merged, request })
}

/** Messages since the merge were written in the kept record, and stay there, in separate threads. */
const keepLaterMessages = async (db: Db, { project, kept }: Pair, merge: string) => {
  const noted = (table: string, id: RawBuilder<unknown>) =>
    sql`exists (select from record_merge_rows r where r.project_id = ${project} and r.merge_id = ${merge}
      and r.table_name = ${table} and r.row_id = ${id})`
  await sql`
    with later as materialized (
      select m.message_id, m.thread_id from care_messages m
       where m.project_id = ${project} and ${noted('care_threads', sql`m.thread_id`)} and not ${noted('care_messages', sql`m.message_id`)}
    ), split as materialized (
      select t.*, gen_random_uuid() as own_id from care_threads t
       where t.project_id = ${project} and t.thread_id in (select thread_id from later)
    ), made as (
      insert into care_threads (project_id, thread_id, patient_id, subject, state, state_at, last_at)
      select project_id, own_id, ${kept}, ${laterSubject}, state, state_at, last_at from split
    )
    update care_messages m set thread_id = s.own_id from later l join split s using (thread_id)
     where m.project_id = ${project} and m.message_id = l.message_id`.execute(db)
}

/** Users who signed in while the record was merged have to sign in again. */
const endSessions = (db: Db, { project, merged }: Pair) => endSessionsOfRecord(db, { project, patient: merged })

/** Undoes a merge; returns how many scans were assigned to another patient since and stay there, and which have to be matched again. */
export const undo = async (db: Db, tables: readonly MovedTable[], wanted: Wanted) => {
  const { project, merge, user, request, proof, reason } = wanted
  const pair = { project, kept: merge.kept_id, merged: merge.merged_id }
  await refuseOwnRecord(db, user, pair.kept, pair.merged)
  const { kept, merged } = await lockPair(db, pair)
  const { filled } = await lockMerge(db, project, merge.merge_id)
  refuseGone(kept)
  if (goneSentence(merged) === null) throw conflict(`${merged.code} is a separate record again.`, 'undone')
  await sql`delete from patient_notes where project_id = ${project} and note_id = ${merge.merge_id}`.execute(db)
  await keepLaterMessages(db, pair, merge.merge_id)
  await restoreMarks(db, { project, merge: merge.merge_id })
  const released = await releaseScans(db, pair, merge.merge_id)
  await noteReleased(db, { ...pair, user, request }, released)
  const stayed = await returnRows(db, tables, { project, merge: merge.merge_id, from: pair.kept, to: pair.merged })
  await keepClosed(
    db,
    pair,
    merge.merge_id,
    released.map(({ study_id }) => study_id),
  )
  await emptyFields(db, pair, filled)
  await reviveRecord(db, pair)
  await requeueRecordMails(db, { project, patient: pair.merged, reason: mergedReason })
  await endSessions(db, pair)
  await noteReaders(db, pair, wanted)
  await sql`update record_merges set undone_at = now(), undone_name = ${user.name}, undo_reason = ${reason}
    where project_id = ${project} and merge_id = ${merge.merge_id}`.execute(db)
  await auditBoth(
    db,
    { ...pair, user, request, proof },
    { kept: 'patient.undo_merge', merged: 'patient.unmerge' },
    `${merged.code} out of ${kept.code}. Reason: ${reason}`,
  )
  return { stayed, released }
}
