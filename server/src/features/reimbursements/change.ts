import { claimNewsOf, type ReimbursementChange, statusesWithReason } from '@fornix/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { refuseFutureDay } from '../../clinic/records/not-future.ts'
import { refuseOwnRecord } from '../../clinic/records/own-record.ts'
import { addFiles } from '../../clinic/records/patient-files.ts'
import { type AuditAction, writeAudit } from '../../platform/audit/audit.ts'
import { invalidFieldsError, notFound, staleError } from '../../platform/base/errors.ts'
import type { StoredUpload } from '../../platform/calls/upload.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { mailStatus } from './mails.ts'
import { addStep, dropReceipt, lockReimbursement, reimbursement } from './queries.ts'
import {
  type Decision,
  dropDecision,
  holdDecision,
  sameDecision,
  stageOf,
  type Waiting,
  waitingDecision,
} from './second-person.ts'

type ChangeContext = {
  db: Db
  user: Caller
  id: string
  change: z.output<typeof ReimbursementChange>
  file?: StoredUpload
  link: string
  /** For the audit trail. */
  request: string
}
type Existing = NonNullable<Awaited<ReturnType<typeof lockReimbursement>>>

/** Writes a staff change: status and reason, what was paid, the history, and the mail to the patient, or none of it. */
export const changeReimbursement = async (context: ChangeContext) => {
  const { db, user, id, change, file } = context
  const { version, description, category, expense_date } = change
  await refuseFutureDay(db, 'expense_date', expense_date)
  const existing = await lockReimbursement(db, id)
  if (!existing || existing.deleted_at) throw notFound()
  await refuseOwnRecord(db, user, existing.patient_id)
  if (version !== undefined && version !== existing.version)
    throw await staleRequestError(db, user, id, 'This request was changed while you were editing.')
  // The decision was based on another receipt.
  if (file) await dropDecision(db, id)
  const waiting = await waitingDecision(db, id)
  const decision = decisionIn(change, existing, waiting)
  if (statusesWithReason.includes(decision.status) && decision.comment === '')
    throw invalidFieldsError({ comment: 'Please give a reason' })

  if (file) {
    await dropReceipt(db, existing.file_id)
    await addFiles(db, user, [file])
  }
  await db
    .updateTable('reimbursements')
    .set({ description, category, expense_date, file_id: file?.file_id, version: sql<number>`version + 1` })
    .where('reimbursement_id', '=', id)
    .execute()
  await decide(context, existing, { decision, waiting })
  return (await reimbursement(db, id, user.person))!
}

/** With the request as it is now. */
export const staleRequestError = async (db: Db, user: Caller, id: string, sentence: string) =>
  staleError(sentence, { reimbursement: await reimbursement(db, id, user.person) })

const decisionIn = (
  { comment, ...change }: ChangeContext['change'],
  existing: Existing,
  waiting: Waiting,
): Decision => {
  const { status = existing.status, amount = existing.amount } = change
  const same = sameDecision(waiting, { status, amount })
  // The second person need not repeat the reason.
  if (same) return { status, amount, comment: comment || same.comment }
  // A reason belongs to its status: it is dropped when the request moves on.
  return { status, amount, comment: comment ?? (status === existing.status ? existing.comment : '') }
}
const isOfMoney = (existing: Existing, { status, amount }: Decision) =>
  status !== existing.status || Number(amount) !== Number(existing.amount)

/**
 * Makes the decision count, or has it wait for a second person.
 * 409 (`second_person`) if the caller alone would make both decisions.
 */
const decide = async (
  context: ChangeContext,
  existing: Existing,
  { decision, waiting }: { decision: Decision; waiting: Waiting },
) => {
  const { db, user, id, change } = context
  const stage = isOfMoney(existing, decision) ? await stageOf(db, user, { existing, decision, waiting }) : 'alone'
  if (stage === 'waits') {
    await holdDecision(db, user, { id, patient: existing.patient_id }, decision)
    return note(context, existing, 'reimbursement.propose')
  }
  // A different decision replaces the pending one; a correction of the text does not.
  if (change.status !== undefined || change.amount !== undefined) await dropDecision(db, id)
  if (stage === 'alone' || !waiting) return writeDecision(context, existing, decision, user.name)
  await note(context, existing, 'reimbursement.confirm')
  return writeDecision(context, existing, decision, `${waiting.decided_name} and ${user.name}`)
}

const note = ({ db, user, id, request }: ChangeContext, { patient_id }: Existing, action: AuditAction) =>
  writeAudit(db, {
    project: user.project,
    actor: user.person,
    role: user.role,
    action,
    patient: patient_id,
    object: id,
    request,
  })

const writeDecision = async (
  { db, user, id, link }: ChangeContext,
  existing: Existing,
  decision: Decision,
  author: string,
) => {
  const { status, amount, comment } = decision
  const { patient_id, email, first_name } = existing
  await db
    .updateTable('reimbursements')
    .set({ status, amount, comment, paid_amount: status === 'Paid' ? amount : null })
    .where('reimbursement_id', '=', id)
    .execute()
  if (isOfMoney(existing, decision) || comment !== existing.comment)
    await addStep(db, { reimbursement_id: id, patient_id, status, amount, comment, author })
  const news = claimNewsOf(existing, decision)
  if (news)
    await mailStatus(db, {
      project: user.project,
      patient: patient_id,
      email,
      firstName: first_name,
      news,
      status,
      link,
      reimbursement: id,
      change: String(existing.version),
    })
}
