import {
  approveScanRequest,
  approveScanRequests,
  countScanRequests,
  declineScanRequest,
  declineScanRequests,
  extendScanRequest,
  getAdminProfile,
  listOpenAccess,
  type RefusalGround,
  requestAccess,
  revokeScanAccess,
  totalsOf,
  validFormVersions,
} from '@fornix/contract'
import { mailDecision } from '../../clinic/records/access-mails.ts'
import { eachPatient } from '../../clinic/records/bulk-lines.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import {
  endsOn,
  findCountersignature,
  findSignature,
  isAsSigned,
  isCountersigned,
} from '../../clinic/records/form-record.ts'
import { refuseOwnRecord } from '../../clinic/records/own-record.ts'
import { findPatient } from '../../clinic/records/patient-record.ts'
import { badRequest, conflict, notFound, staleError } from '../../platform/base/errors.ts'
import { type AuditNote, on, onMany, type Route, type RunInTransaction } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { todayOf } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import {
  addRequest,
  type Decidable,
  type DecidableState,
  decide,
  extend,
  formFor,
  insertRevocation,
  openAccess,
  ownStudy,
  pendingCount,
  pendingRequests,
  renewRequest,
  requestToDecide,
  revokeOthers,
} from './queries.ts'

type Justification = { reason?: string; ground?: RefusalGround }
type Named = { email: string; studyId: string; request_id?: string | undefined; form_file_id?: string | undefined }
type Deciding = { db: Db; user: Caller; audit: AuditNote; body: Named & Justification }

type Needs = Pick<Platform, 'config' | 'seals' | 'log'>

export const scanAccessRoutes = (needs: Needs): Route[] => [
  on(requestAccess, async ({ db, audit, body }) => {
    const study = await ownStudy(db, body.studyId)
    if (!study) throw notFound()
    audit.object = study.study_id
    if (study.is_open) throw conflict('You already have access to this scan.', 'open')
    const form = await formFor(db, study.patient_id, body.studyId.trim())
    if (!form) throw badRequest('Please sign the authorization form for this scan first.', 'no_form')
    const { patient_id, study_id } = study
    const isNew = await addRequest(db, { patient_id, study_id, form_file_id: form })
    if (!isNew && !(await renewRequest(db, study_id, form)))
      throw conflict('Your request for this scan is already waiting for a decision.', 'pending')
    return { message: 'Request submitted' }
  }),

  on(getAdminProfile, async ({ db, user, body }) => {
    const finding = db
      .selectFrom('providers')
      .select(['code as provider_id', 'first_name', 'last_name', 'email', 'role'])
      .where('role', 'in', ['Admin', 'SuperAdmin'])
      .where('deleted_at', 'is', null)
      .where((eb) => (body.email ? eb('email_key', '=', emailKey(body.email)) : eb('provider_id', '=', user.person)))
      .executeTakeFirst()
    const [admin, pending_requests] = await Promise.all([finding, pendingRequests(db)])
    if (!admin) throw notFound()
    return { admin: { ...admin, pending_requests } }
  }),

  on(countScanRequests, async ({ db, commitWithNext }) => {
    commitWithNext()
    return { open: await pendingCount(db) }
  }),

  on(listOpenAccess, async ({ db, query }) => {
    const { open, total } = await openAccess(db, query)
    return { open, ...totalsOf(total, query.page_size) }
  }),

  on(approveScanRequest, (context) => approve(needs, context)),

  on(declineScanRequest, async (context) => {
    await decline(needs, context)
    return { message: 'Request declined' }
  }),

  on(extendScanRequest, async (context) => {
    const { db, user, body } = context
    const request = await findRequest(context, 'pending')
    if (request.status !== 'pending') throw conflict(notPending, 'not_pending')
    refuseMoved(request)
    if (request.is_extended)
      throw conflict('The time to answer this request was already extended. It can be extended only once.', 'extended')
    // The patient has to be notified within the first 30 days (164.524(b)(2)(iii)).
    if (request.is_late)
      throw conflict('The due date has passed, so the time to answer can no longer be extended.', 'overdue')
    await extend(db, request.request_id, { by: user.person, reason: body.reason })
    await mailDecision(needs, context, request, 'extended')
    return { message: 'Request extended' }
  }),

  onMany(approveScanRequests, (context) => decideAll(needs, context, (one) => approve(needs, one))),

  onMany(declineScanRequests, (context) => decideAll(needs, context, (one) => decline(needs, one))),

  on(revokeScanAccess, async (context) => {
    if (!(await revokeOpenedWithoutRequest(needs, context)))
      await endRequest(needs, context, 'approved', 'revoked', 'This scan is not open to the patient.')
    return { message: 'Access revoked' }
  }),
]

type DecidingMany = {
  user: Caller
  inTransaction: RunInTransaction
  body: { requests: Named[] } & Justification
}
const decideAll = async (
  { log }: Needs,
  { user, inTransaction, body: { requests, ...justification } }: DecidingMany,
  decideOne: (one: Deciding) => Promise<unknown>,
) => ({
  lines: await eachPatient(
    requests,
    ({ email }) => email,
    { inTransaction, log },
    async ({ db, audit }, request) => {
      await decideOne({ db, user, audit, body: { ...request, ...justification } })
      return {}
    },
  ),
})

const notPending = 'There is no pending request for this scan.'

/** An approval would tell a patient about images that they cannot see; declining stays possible. */
const refuseMoved = ({ is_moved }: Decidable) => {
  if (is_moved)
    throw staleError(
      'This scan now belongs to another patient, or to no one. Please check whose it is, or decline the request.',
    )
}

const decline = (needs: Needs, context: Deciding) => endRequest(needs, context, 'pending', 'declined', notPending)

const approve = async (needs: Needs, context: Deciding) => {
  const request = await findRequest(context, 'pending')
  if (request.status === 'approved') return { message: 'The request was approved already' }
  if (request.status !== 'pending') throw conflict(notPending, 'not_pending')
  refuseMoved(request)
  const { db, user } = context
  const access_until = await requireValidForm(needs, db, request.form_file_id)
  await decide(db, request.request_id, { status: 'approved', by: user.person, access_until })
  await mailDecision(needs, context, request, 'approved')
  return { message: 'Request approved' }
}

/** Ends a request in the required state; the same decision twice is a double click. */
const endRequest = async (
  needs: Needs,
  context: Deciding,
  from: DecidableState,
  to: 'declined' | 'revoked',
  refusal: string,
) => {
  const request = await findRequest(context, from)
  if (request.status === to) return
  if (request.status !== from) throw conflict(refusal, 'not_pending')
  const { reason, ground } = context.body
  const by = { by: context.user.person, ...(reason && { reason }) }
  await decide(context.db, request.request_id, { status: to, ...by, ...(ground && { ground }) })
  if (to === 'revoked') await revokeOthers(context.db, request.request_id, by)
  await mailDecision(needs, context, request, to)
}

/** For a scan that is open without a request; what opened it before is revoked, too. */
const revokeOpenedWithoutRequest = async (needs: Needs, context: Deciding) => {
  const { db, user, audit, body } = context
  const patient = (await findPatient(db, body.email))?.patient
  if (patient) await refuseOwnRecord(db, user, patient)
  const by = { by: user.person, reason: body.reason ?? '' }
  const closed = patient && (await insertRevocation(db, { patient, studyUid: body.studyId, ...by }))
  if (!closed) return false
  Object.assign(audit, { patient, object: closed.request_id })
  await revokeOthers(db, closed.request_id, by)
  await mailDecision(needs, context, closed, 'revoked')
  return true
}

/** The request in the body, by the patient's email and the study, as the spec's page sends them. */
const findRequest = async ({ db, user, audit, body }: Deciding, state: DecidableState) => {
  const patient = await findPatient(db, body.email)
  const request = patient && (await requestToDecide(db, patient.patient, body.studyId, state))
  if (!request) throw notFound()
  Object.assign(audit, { patient: patient.patient, object: request.request_id })
  await refuseOwnRecord(db, user, patient.patient)
  if (body.request_id && body.request_id !== request.request_id)
    throw staleError('The patient has asked again since you opened this list. Please check the new request.')
  if (body.form_file_id && body.form_file_id !== request.form_file_id)
    throw staleError('A new form has been signed since you opened this list. Please check it first.')
  return request
}

/** Until when the signed form opens a scan; throws if it was changed, has expired, or opens nothing for another reason. */
const requireValidForm = async ({ seals, log }: Needs, db: Db, file: string) => {
  const form = await findSignature(db, file)
  if (!form || !isAsSigned(seals, form)) {
    log.error({ alert: 'form_seal_broken', file }, 'a form was changed')
    throw conflict('The signed form was changed after it was signed. The patient has to sign a new one.', 'seal_broken')
  }
  if (form.bound_patient_id)
    throw conflict(
      'This form was signed for the record that was merged into this one. Please decline the request, so that the patient can sign a new form.',
      'form_of_other_record',
    )
  if (!validFormVersions().includes(form.form_version))
    throw conflict(
      'The text of the form has changed since it was signed. The patient has to sign a new one.',
      'form_older',
    )
  const second = form.needs_countersign && (await findCountersignature(db, file))
  if (form.needs_countersign && !(second && isCountersigned(seals, form, second)))
    throw conflict('This form has not been countersigned yet. Please open it and countersign it.', 'not_countersigned')
  const day = endsOn(form)
  if (day < (await todayOf(db)))
    throw conflict(`The signed form expired on ${day}. The patient has to sign a new one.`, 'form_expired')
  return day
}
