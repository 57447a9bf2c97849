import {
  addMyReimbursement,
  addReimbursement,
  answerMyReimbursement,
  closedStatuses,
  deleteReimbursement,
  downloadMyReimbursementFile,
  downloadReimbursementFile,
  getReimbursementAmount,
  listMyReimbursements,
  listReimbursements,
  removeMyReceipt,
  removeReceipt,
  statusesWithAmount,
  updateReimbursement,
} from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { refuseFutureDay } from '../../clinic/records/not-future.ts'
import { refuseOwnRecord } from '../../clinic/records/own-record.ts'
import { addUpload } from '../../clinic/records/patient-files.ts'
import { findPatient } from '../../clinic/records/patient-record.ts'
import { fileResponse, noteFile } from '../../clinic/records/stored-files.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { type AuditNote, onRecord, onUpload, onUploads, type Route, type Uploaded } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { patientId } from '../../platform/database/scope.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { answerReimbursement, ownRequest } from './answer.ts'
import { changeReimbursement, staleRequestError } from './change.ts'
import { mailStatus } from './mails.ts'
import {
  addStep,
  amountTotalsOf,
  dropReceipt,
  findEarlierReceipt,
  findReceipt,
  lockReimbursement,
  reimbursementsOf,
  wasDecided,
  wasPaid,
} from './queries.ts'

type Needs = Pick<Platform, 'files' | 'config' | 'database'>
type Located = { db: Db; audit: AuditNote }

const locateRequestOrDeleted = async ({ db, audit, params }: Located & { params: { id: string } }) => {
  const found = await lockReimbursement(db, params.id)
  if (!found) throw notFound()
  Object.assign(audit, { patient: found.patient_id, object: params.id })
  return { ...found, patient: patientId(found.patient_id), isDeleted: found.deleted_at !== null }
}

const locateRequest = async (context: Located & { params: { id: string } }) => {
  const found = await locateRequestOrDeleted(context)
  if (found.isDeleted) throw notFound()
  return found
}

const receiptOf = async ({ db, audit, params }: Located & { params: { file_id: string } }) =>
  noteFile(audit, await findReceipt(db, params.file_id))

type Added = Located & Uploaded & { user: Caller; body: z.output<typeof addMyReimbursement.body> }

const added = { message: 'Reimbursement request added' }

/** The server sets status, owner and time, whatever is sent. */
const addTo = async (context: Added) => {
  const { db, user, audit, body, file } = context
  const { amount, description, category, expense_date } = body
  const { patient_id, file_id } = file
  const reimbursement_id = uuid()
  Object.assign(audit, { patient: patient_id, object: reimbursement_id })
  await refuseFutureDay(db, 'expense_date', expense_date)
  if (await addUpload(context)) return added
  await db
    .insertInto('reimbursements')
    .values({ reimbursement_id, patient_id, file_id, amount, description, category, expense_date })
    .execute()
  await addStep(db, { reimbursement_id, patient_id, status: 'Submitted', amount, comment: '', author: user.name })
  return added
}

export const reimbursementRoutes = (needs: Needs): Route[] => [
  onRecord(getReimbursementAmount, patientOfPath, ({ db, located, commitWithNext }) => {
    commitWithNext()
    return amountTotalsOf(db, located.patient)
  }),
  onRecord(listMyReimbursements, patientOfPath, async ({ db, user, located, commitWithNext }) => {
    commitWithNext()
    return { reimbursements: await reimbursementsOf(db, located.patient, user.person) }
  }),
  onRecord(listReimbursements, patientOfPath, async ({ db, user, located, commitWithNext }) => {
    commitWithNext()
    const [reimbursements, totals] = await Promise.all([
      reimbursementsOf(db, located.patient, user.person),
      amountTotalsOf(db, located.patient),
    ])
    return { reimbursements, ...totals }
  }),
  onUpload(addMyReimbursement, 'reimbursement', async ({ user }) => ({ patient: patientId(user.person) }), addTo),
  onUpload(addReimbursement, 'reimbursement', async ({ user }) => patientOfForm(needs, user), addTo),
  onUploads(answerMyReimbursement, 'reimbursement', ownRequest, async ({ params, files: [file], ...context }) => {
    await answerReimbursement({ ...context, id: params.id, file })
    return { message: 'Answer sent' }
  }),
  updateRoute(needs),
  deleteRoute(needs),
  download(needs, downloadMyReimbursementFile),
  download(needs, downloadReimbursementFile),
  remove(removeMyReceipt),
  remove(removeReceipt),
]

const linkOf = ({ config }: Needs) => `${config.publicUrl}/patient/reimbursement`

const deleteRoute = (needs: Needs) =>
  onRecord(
    deleteReimbursement,
    locateRequestOrDeleted,
    async ({ db, user, params: { id }, body: { version }, located }) => {
      const { patient, status, email, first_name } = located
      await refuseOwnRecord(db, user, patient)
      // Deleting twice is a double click, not an error.
      if (located.isDeleted) return { message: 'Reimbursement request deleted' }
      if (version !== undefined && version !== located.version)
        throw await staleRequestError(db, user, id, 'This request was changed. It now says what you see here.')
      if (status === 'Paid' || (await wasPaid(db, id))) throw conflict('A paid request cannot be deleted.', 'paid')
      // A client that says no version may be looking at the request as it was before.
      if (version === undefined && statusesWithAmount.includes(status))
        throw await staleRequestError(
          db,
          user,
          id,
          'This request is approved or being processed. Please check it again first.',
        )
      await db
        .updateTable('reimbursements')
        .set({ deleted_at: sql<string>`now()` })
        .where('reimbursement_id', '=', id)
        .execute()
      if (await wasDecided(db, id))
        await mailStatus(db, {
          project: user.project,
          patient,
          email,
          firstName: first_name,
          news: 'deleted',
          status,
          link: linkOf(needs),
          reimbursement: id,
          change: 'deleted',
        })
      return { message: 'Reimbursement request deleted' }
    },
  )

const remove = (call: typeof removeMyReceipt | typeof removeReceipt) =>
  onRecord(
    call,
    async ({ db, audit, params }) => noteFile(audit, await findEarlierReceipt(db, params.file_id)),
    async ({ db, audit, located: { file_id, reimbursement_id, status, deleted_at } }) => {
      // Removing twice is a double click, not an error.
      if (deleted_at) audit.skipRow = true
      else if (closedStatuses.includes(status) || (await wasPaid(db, reimbursement_id)))
        throw conflict('This request has been decided, so its receipts stay with it.', 'decided')
      else await dropReceipt(db, file_id)
      return { message: 'Receipt removed' }
    },
  )

/** The patient is in a form field, which comes before the file. */
const patientOfForm = ({ database }: Needs, user: Caller) => ({
  patient: async ({ email = '' }: Record<string, string>) => {
    const found = await database.scoped(scopeOf(user), (db) => findPatient(db, email))
    if (!found) throw notFound()
    return found.patient
  },
})

const updateRoute = (needs: Needs) =>
  onUploads(
    updateReimbursement,
    'reimbursement',
    locateRequest,
    async ({ db, user, audit, params, body, files: [file], located, request: { id: request } }) => {
      Object.assign(audit, { patient: located.patient, object: params.id })
      const change = { db, user, id: params.id, change: body, file, link: linkOf(needs), request }
      const reimbursement = await changeReimbursement(change)
      return { message: 'Reimbursement request saved', reimbursement }
    },
  )

const download = ({ files }: Needs, call: typeof downloadMyReimbursementFile | typeof downloadReimbursementFile) =>
  onRecord(call, receiptOf, ({ located }) => fileResponse(located, files))
