import { answerMissing, type answerMyReimbursement } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { addFiles } from '../../clinic/records/patient-files.ts'
import { conflict, invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { StoredUpload } from '../../platform/calls/upload.ts'
import type { Db } from '../../platform/database/db.ts'
import { exists } from '../../platform/database/exists.ts'
import { patientId } from '../../platform/database/scope.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { addStep } from './queries.ts'

type Answer = {
  db: Db
  user: Caller
  id: string
  body: z.output<typeof answerMyReimbursement.body>
  file: StoredUpload | undefined
  /** Removes a resent receipt from the store. */
  discard: () => Promise<void>
  audit: AuditNote
}

/** The user's own request, in any state. */
export const ownRequest = async ({
  db,
  audit,
  params: { id },
}: Pick<Answer, 'db' | 'audit'> & { params: { id: string } }) => {
  const found = await db
    .selectFrom('reimbursements')
    .select('patient_id')
    .where('reimbursement_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound()
  audit.object = id
  return { patient: patientId(found.patient_id) }
}

/** Locked until the answer is written: row security shows it to its patient for this while it is on hold, and not later. */
const lockOnHold = (db: Db, id: string) =>
  db
    .selectFrom('reimbursements')
    .select(['patient_id', 'amount', 'file_id', 'version'])
    .where('reimbursement_id', '=', id)
    .where('status', '=', 'On Hold')
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

const isAnswered = (db: Db, id: string, key: string) =>
  exists(
    db
      .selectFrom('reimbursement_history')
      .select('change_id')
      .where('reimbursement_id', '=', id)
      .where('answer_key', '=', key),
  )

/** The clinic's question is answered once, and the request returns to the staff's decision; the previous receipt stays. */
export const answerReimbursement = async ({ db, user, id, body, file, discard, audit }: Answer) => {
  const { note, version, upload_key: answer_key = uuid() } = body
  const existing = await lockOnHold(db, id)
  if (await isAnswered(db, id, answer_key)) {
    audit.skipRow = true
    return discard()
  }
  if (note === '' && !file) throw invalidFieldsError({ note: answerMissing })
  if (!existing) throw conflict('This request is no longer on hold, so your answer was not sent.', 'not_on_hold')
  if (existing.version !== version)
    throw staleError(
      'The clinic changed this request while you were writing. Please read it again, then send your answer.',
    )
  const { patient_id, amount } = existing
  if (file) await addFiles(db, user, [file])
  await db
    .updateTable('reimbursements')
    .set({ status: 'Submitted', comment: '', file_id: file?.file_id, version: sql<number>`version + 1` })
    .where('reimbursement_id', '=', id)
    .execute()
  await addStep(db, {
    reimbursement_id: id,
    patient_id,
    status: 'Submitted',
    amount,
    comment: note,
    author: user.name,
    answer_key,
    replaced_file_id: file && existing.file_id,
  })
}
