import { type ReimbursementChange, statusesWithReason } from '@fornix/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { addFiles } from '../../clinic/records/patient-files.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import type { StoredUpload } from '../../platform/calls/upload.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { mailStatus } from './mails.ts'
import { addStep, dropReceipt, lockReimbursement, reimbursement } from './queries.ts'

type ChangeContext = {
  db: Db
  user: Caller
  id: string
  change: z.output<typeof ReimbursementChange>
  file?: StoredUpload
  link: string
}

/** Writes a staff change: status and reason, what was paid, the history, and the mail to the patient, or nothing of it. */
export const changeReimbursement = async ({ db, user, id, change, file, link }: ChangeContext) => {
  const { version, ...wanted } = change
  const known = await lockReimbursement(db, id)
  if (!known || known.deleted_at) throw notFound()
  if (version !== undefined && version !== known.version)
    throw conflict('Somebody else has changed this request meanwhile.', 'stale', {
      reimbursement: await reimbursement(db, id),
    })

  const before = known.status
  const status = wanted.status ?? before
  const isMoved = status !== before
  // A reason belongs to its status: it does not stay when the request moves on.
  const comment = wanted.comment ?? (isMoved ? '' : known.comment)
  if (statusesWithReason.includes(status) && comment === '') throw invalid({ comment: 'Please give a reason' })

  if (file) {
    await dropReceipt(db, known.file_id)
    await addFiles(db, user, [file])
  }
  await db
    .updateTable('reimbursements')
    .set(({ ref }) => ({
      ...wanted,
      status,
      comment,
      paid_amount: status === 'Paid' ? (wanted.amount ?? ref('amount')) : null,
      version: sql<number>`version + 1`,
      ...(file ? { file_id: file.file_id } : {}),
    }))
    .where('reimbursement_id', '=', id)
    .execute()

  const { patient_id, email, first_name } = known
  const amount = wanted.amount ?? known.amount
  if (isMoved || comment !== known.comment || Number(amount) !== Number(known.amount))
    await addStep(db, { reimbursement_id: id, patient_id, status, amount, comment, author: user.name })
  if (isMoved)
    await mailStatus(db, {
      project: user.project,
      patient: patient_id,
      email,
      firstName: first_name,
      status,
      link,
      change: `${id} ${known.version}`,
    })
  return (await reimbursement(db, id))!
}
