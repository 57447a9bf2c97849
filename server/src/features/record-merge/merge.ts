import { mergeRecords } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { endSessionsOfRecord } from '../../clinic/people/end-access.ts'
import { withdrawRecordMails } from '../../clinic/people/record-mails.ts'
import { isStale } from '../../clinic/records/field-changes.ts'
import { refuseOwnRecord } from '../../clinic/records/own-record.ts'
import { type AuditAction, writeAudit } from '../../platform/audit/audit.ts'
import { conflict, invalidFieldsError, staleError } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { comparisonOf, differencesOf, obstacleOf, readSides, seenBy } from './compare.ts'
import { fillFields } from './fill-fields.ts'
import { lockPair, type Pair, refuseGone } from './locked-pair.ts'
import { type MovedTable, moveRows } from './move-rows.ts'
import { noteMarks } from './reading-marks.ts'

/** Why mails of the merged record are withdrawn; an undo finds them by it. */
export const mergedReason = 'The records were merged.'

type Wanted = Pair & {
  user: Caller
  request: string
  proof: AuditNote['proof']
  body: z.output<typeof mergeRecords.body>
}

/** Nothing that the sender has not seen is merged. */
const check = async (db: Db, pair: Pair, { version, other_version, seen_by, differences_checked }: Wanted['body']) => {
  const { kept, merged } = await lockPair(db, pair)
  refuseGone(kept)
  refuseGone(merged)
  const sides = await readSides(db, pair)
  const isSeenByOthers = seen_by !== undefined && seen_by !== seenBy(sides)
  if (isSeenByOthers || isStale(version, kept.version) || isStale(other_version, merged.version))
    throw staleError('Someone changed one of the records while you were comparing them. Please check both again.', {
      current: comparisonOf(sides, null),
    })
  const obstacle = await obstacleOf(db, pair)
  if (obstacle) throw conflict(obstacle, 'obstacle')
  if (differencesOf(sides).length > 0 && !differences_checked)
    throw invalidFieldsError({ differences_checked: 'Please check what differs, and confirm that this is one person' })
  return { kept, merged }
}

/** The merged record's account ends here. A restored one begins without its sessions. */
const retire = async (db: Db, { project, merged }: Pair) => {
  await sql`update patients set deleted_at = now(), version = version + 1, updated_at = now()
    where project_id = ${project} and patient_id = ${merged}`.execute(db)
  await endSessionsOfRecord(db, { project, patient: merged })
}

type Two = { kept: AuditAction; merged: AuditAction }

/** A row for each of the two, so that neither trail has a gap. */
export const auditBoth = async (
  db: Db,
  { user, request, proof, kept, merged, project }: Omit<Wanted, 'body'>,
  actions: Two,
  object: string,
) => {
  const row = { project, actor: user.person, role: user.role, object, request, proof }
  await writeAudit(db, { ...row, action: actions.kept, patient: kept })
  await writeAudit(db, { ...row, action: actions.merged, patient: merged })
}

/** A watched record stays watched in a merge. */
const keepWatched = (db: Db, { project, kept, merged }: Pair) =>
  sql`insert into special_care (project_id, patient_id, reason, marked_by, marked_at)
    select project_id, ${kept}, reason, marked_by, marked_at from special_care
     where project_id = ${project} and patient_id = ${merged} on conflict do nothing`.execute(db)

/** In a transaction of the system role: no request may move rows that are written only once. */
export const merge = async (db: Db, tables: readonly MovedTable[], wanted: Wanted) => {
  const { project, kept, merged, user, body } = wanted
  const pair = { project, kept, merged }
  await refuseOwnRecord(db, user, pair.kept, pair.merged)
  const codes = await check(db, pair, body)
  const merge_id = uuid()
  await db
    .insertInto('record_merges')
    .values({
      project_id: project,
      merge_id,
      patient_id: kept,
      kept_id: kept,
      merged_id: merged,
      reason: body.reason,
      filled: [],
      merged_by: user.person,
      merged_name: user.name,
    })
    .execute()
  await withdrawRecordMails(db, { project, patient: merged, reason: mergedReason })
  // Before the record ends: that would release its appointments. It ends before its MRN, which only one record that is not deleted may
  // have, moves on.
  await moveRows(db, tables, { project, merge: merge_id, from: merged, to: kept })
  await noteMarks(db, { project, merge: merge_id })
  await keepWatched(db, pair)
  await retire(db, pair)
  const { filled, note } = await fillFields(db, pair)
  await sql`update record_merges set filled = ${filled} where project_id = ${project} and merge_id = ${merge_id}`.execute(
    db,
  )
  if (note)
    await db
      .insertInto('patient_notes')
      .values({
        project_id: project,
        patient_id: kept,
        note_id: merge_id,
        ...note,
        author: user.name,
        author_id: user.person,
      })
      .execute()
  await auditBoth(
    db,
    wanted,
    { kept: mergeRecords.audit, merged: 'patient.merge_away' },
    `${codes.merged.code} into ${codes.kept.code}. Reason: ${body.reason}`,
  )
  return merge_id
}
