import { randomUUID } from 'node:crypto'
import type { Call } from '@fornix/contract'
import { z } from 'zod'
import { smallPdf, type TestUser } from './given.ts'
import { measuredIn } from './measured.ts'

/** What a call of this kind is pointed at, in its path, query or body: the record of `owner`, or something made up. */
type Pointing = { args: object; file?: { name: string; bytes: Buffer } }
type Target = {
  owner: TestUser
  fileId: string
  appointmentId: string
  screeningId: string
  formId: string
  threadId: string
  caregiverId: string
  scannerId: string
  reimbursement: { id: string; file_id: string }
  study: string
}
type Point = (target: Target) => Pointing

const key: Point = ({ owner }) => ({ args: { params: { key: owner.email }, query: {} } })
const byEmail: Point = ({ owner }) => ({ args: { params: { email: owner.email } } })
const file: Point = ({ fileId }) => ({ args: { params: { file_id: fileId } } })
const form: Point = ({ formId }) => ({ args: { params: { file_id: formId } } })
const decision: Point = ({ owner, study }) => ({
  args: { body: { email: owner.email, studyId: study, reason: 'A reason', ground: 'form_incomplete' } },
})
const images: Point = ({ study }) => ({
  args: {
    params: { study, series: `${study}.1`, instance: `${study}.1.1`, frames: '1', frame: '1', tag: '00420011' },
    query: {},
  },
})
const measuring: Point = ({ study }) => ({
  args: { params: { study }, body: { shapes: measuredIn({ series: `${study}.1`, instance: `${study}.1.1` }) } },
})
const releasing: Point = ({ study }) => ({
  args: { params: { study, report_id: randomUUID() }, body: { patient: '' } },
})
const ofStudy: Point = ({ study }) => ({ args: { params: { study }, body: { version: 1 } } })
const someRange = { from: '2032-03-08', to: '2032-03-12' }
const bookingOf: Point = ({ owner, appointmentId }) => ({ args: { params: { key: owner.code, id: appointmentId } } })
const ofScanner: Point = ({ scannerId }) => ({
  args: { params: { scanner_id: scannerId }, body: { name: 'Scanner 9', room: '', in_service: true } },
})
const ofThread: Point = ({ owner, threadId }) => ({
  args: {
    params: { thread: threadId },
    body: { id: randomUUID(), text: 'Hello', through: threadId, version: 0, assignee: owner.code },
  },
})
const ofCaregiver: Point = ({ owner, caregiverId }) => ({
  args: { params: { key: owner.code, caregiver_id: caregiverId }, body: { areas: ['visits'], until: '2030-01-01' } },
})
const upload: Point = ({ owner }) => ({
  args: { params: { key: owner.code } },
  file: { name: 'a.pdf', bytes: smallPdf() },
})

const namesIn = (schema: z.ZodType) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

/** By the one parameter of the path, when its name says what it is. */
const byPath = ({ params, upload: rule }: Call): Point | undefined => {
  const names = namesIn(params)
  if (names.length !== 1) return undefined
  return { key: rule ? upload : key, email: byEmail, file_id: file }[names[0] ?? '']
}

/** How calls are aimed at a stranger whose path alone does not say it. */
const strangers: Record<string, Point> = {
  updatePatient: ({ owner }) => ({ args: { body: { _id: owner.id, city: 'Elsewhere' } } }),
  updateMyMedicalInfo: ({ owner }) => ({ args: { params: { email: owner.email }, body: { age: 40 } } }),
  updateMedicalInfo: ({ owner }) => ({ args: { params: { key: owner.code }, body: { age: 40 } } }),
  restorePatient: ({ owner }) => ({ args: { params: { patient_id: owner.code } } }),
  setPatientSession: ({ owner }) => ({ args: { body: { patient_id: owner.code } } }),
  downloadForm: form,
  readForm: form,
  countersignForm: ({ formId }) => ({ args: { params: { file_id: formId }, body: { signature: 'Nora Nurse' } } }),
  requestAccess: ({ study }) => ({ args: { body: { studyId: study } } }),
  approveScanRequest: decision,
  declineScanRequest: decision,
  extendScanRequest: decision,
  revokeScanAccess: decision,
  searchSeries: images,
  searchStudyInstances: images,
  searchInstances: images,
  readStudyMetadata: images,
  readSeriesMetadata: images,
  readStudy: images,
  readBulkData: images,
  renderStudy: images,
  renderSeries: images,
  renderFrames: images,
  readStudyThumbnail: images,
  readInstanceThumbnail: images,
  readFrameThumbnail: images,
  readSeries: images,
  readInstance: images,
  readInstanceMetadata: images,
  readFrames: images,
  renderInstance: images,
  readThumbnail: images,
  findScan: images,
  listOtherStudies: images,
  openStudy: images,
  downloadStudy: images,
  listMeasurements: measuring,
  saveMeasurements: measuring,
  deleteMeasurements: measuring,
  saveMeasurementReport: measuring,
  releaseMeasurementReport: releasing,
  withdrawMeasurementReport: releasing,
  assignStudy: ({ owner, study }) => ({ args: { params: { study }, body: { patient: owner.code, version: 1 } } }),
  rejectStudy: ofStudy,
  undoStudyDecision: ofStudy,
  addReimbursement: ({ owner }) => ({
    args: { body: { email: owner.email, amount: '1', description: 'Taxi' } },
    file: { name: 'a.pdf', bytes: smallPdf() },
  }),
  declineClosure: ({ owner }) => ({
    args: { params: { key: owner.code }, body: { answer: 'No', request_id: randomUUID() } },
  }),
  answerMyReimbursement: ({ reimbursement }) => ({
    args: { params: reimbursement, body: { note: 'It is', version: 1 } },
  }),
  updateReimbursement: ({ reimbursement }) => ({ args: { params: reimbursement, body: { status: 'Paid' } } }),
  deleteReimbursement: ({ reimbursement }) => ({ args: { params: reimbursement } }),
  downloadMyReimbursementFile: ({ reimbursement }) => ({ args: { params: reimbursement } }),
  downloadReimbursementFile: ({ reimbursement }) => ({ args: { params: reimbursement } }),
  listSlots: ({ owner }) => ({ args: { params: { key: owner.code }, query: someRange } }),
  bookAppointment: ({ owner }) => ({ args: { params: { key: owner.email }, body: {} } }),
  moveAppointment: bookingOf,
  cancelAppointment: bookingOf,
  moveVisit: bookingOf,
  assignScanner: ({ owner, appointmentId, scannerId }) => ({
    args: { params: { key: owner.code, id: appointmentId }, body: { scanner: scannerId } },
  }),
  saveScanner: ofScanner,
  setScannerService: ofScanner,
  removeScanner: ofScanner,
  moveMyAppointment: bookingOf,
  cancelMyAppointment: bookingOf,
  downloadMyAppointment: bookingOf,
  changeMyCaregiver: ofCaregiver,
  endMyCaregiver: ofCaregiver,
  endCaregiver: ofCaregiver,
  actFor: ({ caregiverId }) => ({ args: { body: { caregiver_id: caregiverId } } }),
  getMyThread: ofThread,
  sendMyMessage: ofThread,
  markMyThreadSeen: ofThread,
  getThread: ofThread,
  answerThread: ofThread,
  markThreadSeen: ofThread,
  closeThread: ofThread,
  assignThread: ofThread,
  startThread: ({ owner }) => ({
    args: { params: { key: owner.code }, body: { id: randomUUID(), subject: 'Hello', text: 'Hello' } },
  }),
  reviewScreening: ({ owner, screeningId }) => ({ args: { params: { key: owner.code, screening_id: screeningId } } }),
  listNotifications: ({ owner }) => ({ args: { params: { provider_id: owner.code }, query: {} } }),
  readAllNotifications: ({ owner }) => ({ args: { params: { provider_id: owner.code } } }),
  readNotification: ({ owner }) => ({
    args: { params: { provider_id: owner.code }, body: { id: owner.id } },
  }),
  undoReadNotifications: ({ owner }) => ({
    args: { params: { provider_id: owner.code }, body: { read_before: owner.id } },
  }),
  assignWork: ({ reimbursement }) => ({
    args: { params: { kind: 'reimbursement', item_id: reimbursement.id }, body: { version: 0 } },
  }),
  getOperator: ({ owner }) => ({ args: { body: { email: owner.email } } }),
  sendEmail: ({ owner }) => ({
    args: { params: { key: owner.code }, body: { to_email: 'a@x.example', subject: 's', message: 'm' } },
  }),
  endSession: ({ owner }) => ({ args: { params: { id: owner.session } } }),
  previewEmailTemplate: ({ owner }) => ({ args: { body: { subject: 's', message: 'm', patient: owner.code } } }),
  switchProject: ({ owner }) => ({ args: { body: { project: owner.project } } }),
}

/** How a call that names somebody's record is aimed at a stranger. One that is neither aimed nor named here fails the sweep. */
export const aimOf = (name: string, call: Call) => strangers[name] ?? (name in aimsAtNobody ? undefined : byPath(call))

/** Calls of patients alone that send nothing by which anybody could be named: the scope is all that decides. */
const namesNobody = ({ allow, params, query, body }: Call) =>
  allow !== 'anyone' &&
  allow.every((role) => role === 'Patient') &&
  namesIn(params).length === 0 &&
  [...namesIn(query), ...namesIn(body)].every((field) => !/id$|key|email|patient|study|project/i.test(field))

export const namesNobodyElse = (name: string, call: Call) => name in aimsAtNobody || namesNobody(call)

const manyLines = 'a patient of another project is a line like one that does not exist: bulk.test.ts, deciding.test.ts'
const projectFindings = 'what was found in the project: another’s is in decisions.test.ts'
const projectEmergencies = 'what was opened in the project: another’s is in review.test.ts'
const projectTemplates = 'the templates of the project: those of another are in email-templates.test.ts'
/** Calls of signed-in people that name nobody else's record, each with the reason. */
const aimsAtNobody: Record<string, string> = {
  getTwoStep: 'the session’s own login',
  startProof: 'the session’s own login',
  giveProof: 'the session’s own login; another’s factor is in two-step.test.ts',
  beginProof: 'the session’s own person; what it is asked for is looked up by the request that it is for',
  finishProof: 'names a question to this very session; another’s is in fresh-proof.test.ts',
  listFactors: 'the session’s own login',
  getRecovery: 'the session’s own login',
  startRecovery: 'the session’s own login',
  redeemRecovery: 'the session’s own login',
  confirmIdentity: 'the code of somebody of another project: witness.test.ts',
  endRecovery: 'names a recovery, which recovery.test.ts makes in the other project',
  listRecoveries: 'the session’s own project: another’s is in recovery.test.ts',
  startPasskey: 'the session’s own login',
  addPasskey: 'the session’s own login',
  startTotp: 'the session’s own login',
  addTotp: 'the session’s own login',
  newRecoveryCodes: 'the session’s own login',
  getTwoStepPolicy: 'the session’s own project',
  saveTwoStepPolicy: 'the session’s own project',
  removeFactor: 'the session’s own login; another’s factor is in two-step.test.ts',
  setPatientStatuses: manyLines,
  assignPhysician: manyLines,
  undoPatientChanges: manyLines,
  emailPatients: manyLines,
  approveScanRequests: manyLines,
  declineScanRequests: manyLines,
  listUnusualAccess: projectFindings,
  decideUnusualAccess: projectFindings,
  listMyEmergencies: 'the caller’s own; emergency-access.test.ts covers strangers',
  endEmergency: projectEmergencies,
  listEmergencies: projectEmergencies,
  getEmergency: projectEmergencies,
  reviewEmergency: projectEmergencies,
  listEmailTemplates: projectTemplates,
  listEditableTemplates: projectTemplates,
  addEmailTemplate: projectTemplates,
  saveEmailTemplate: projectTemplates,
  resetEmailTemplate: projectTemplates,
  removeEmailTemplate: projectTemplates,
  updateMyProfile: 'the record is the session’s own; a foreign id in the body is an unwritable field',
  registerPatientGoogle: 'the email must be the session’s own: anything else is 403',
  registerProviderGoogle: 'the email must be the session’s own: anything else is 403',
  sendInvitation: 'makes a record in the project, or finds one by an address of the project',
  sendInvitationTo: 'makes a record in the project, or finds one by an address of the project',
  inviteOperator: 'makes a record in the project, or finds one by an address of the project',
  myAccount: 'shows the session’s own login',
  cancelEmailChange: 'the session’s own record',
  setLanguage: 'the session’s own record',
  changePassword: 'the session’s own login',
  resendVerification: 'mails the session’s own login',
  mySessions: 'lists the session’s own login',
  endAllSessions: 'ends the session’s own login',
  verifyPatientToken: 'tells the caller’s own role',
  verifyOperatorToken: 'tells the caller’s own role',
  verifyAdminToken: 'tells the caller’s own role',
  getUserRole: 'tells the caller’s own role',
  getUser: 'tells who the caller is',
  keepAlive: 'moves the session’s own idle time',
  listPhysicians: 'lists the project; the providers’ test covers the other one',
  listRegistrations: 'lists the project; registration.test.ts covers the other one',
  listSimilarRecords: 'lists the project; similar-records.test.ts covers the other one',
  listPatients: 'lists the project; the scope test covers it',
  countPatients: 'counts the project; list.test.ts covers the other one',
  getEnrollmentReport: 'counts the project; reports.test.ts covers the other one',
  exportEnrollmentReport: 'counts the project; reports.test.ts covers the other one',
  getVisitsReport: 'counts the project; reports.test.ts covers the other one',
  exportVisitsReport: 'counts the project; reports.test.ts covers the other one',
  getAccessReport: 'counts the project; reports.test.ts covers the other one',
  getRequestsReport: 'counts the project; reports.test.ts covers the other one',
  getRefusalsReport: 'counts the project; reports.test.ts covers the other one',
  exportAccessReport: 'counts the project; reports.test.ts covers the other one',
  exportRequestsReport: 'counts the project; reports.test.ts covers the other one',
  exportRefusalsReport: 'counts the project; reports.test.ts covers the other one',
  getReimbursementsReport: 'counts the project; reports.test.ts covers the other one',
  exportReimbursementsReport: 'counts the project; reports.test.ts covers the other one',
  getSurveysReport: 'counts the project; reports.test.ts covers the other one',
  exportSurveysReport: 'counts the project; reports.test.ts covers the other one',
  getWorkQueue: 'lists the project; the work queue’s test covers the other one',
  listColleagues: 'lists the project; the work queue’s test covers the other one',
  listThreads: 'lists the project; inbox.test.ts covers the other one',
  countThreads: 'counts the project; inbox.test.ts covers the other one',
  listMyCaregivers: 'the session’s own record',
  inviteMyCaregiver: 'the session’s own record; the address in the body is of somebody to be invited',
  startMyThread: 'the session’s own record; the id in the body is new',
  getAuditLog: 'lists the project; the audit log’s test covers the other one',
  listAuditPeople: 'lists the project; the audit log’s test covers the other one',
  exportAuditLog: 'lists the project; the audit log’s test covers the other one',
  exportPatients: 'lists the project; list.test.ts covers the other one',
  listMySlots: 'lists free times of the project for the caller',
  listMyAppointments: 'lists the caller’s own',
  bookMyAppointment: 'books for the caller; a patient in the body is not read',
  getWeekSheet: 'lists the project; the week sheet’s test covers the other one',
  addScanner: 'adds to the project; the scanners’ test covers the other one',
  orderScanners: 'orders those of the project; the scanners’ test covers the other one',
  getDaySheet: 'lists the project; the day sheet’s test covers the other one',
  getRights: 'the project’s own; the rights’ test covers the other one',
  saveRights: 'the project’s own; the rights’ test covers the other one',
  listSavedViews: 'the caller’s own; saved-views.test.ts covers the others',
  addSavedView: 'the caller’s own; saved-views.test.ts covers the others',
  removeSavedView: 'the caller’s own; saved-views.test.ts covers the others',
  getMyRights: 'tells the caller’s own rights',
  getScheduling: 'the project’s own hours',
  saveScheduling: 'the project’s own hours',
  getAdminProfile: 'an admin of the project; deciding.test.ts covers the other one',
  listOpenAccess: 'lists the project; deciding.test.ts covers the other one',
  countScanRequests: 'counts the project',
  listMerges: 'lists the project; record-merge.test.ts covers the other one',
  undoMerge: 'names a merge, which record-merge.test.ts makes in the other project',
  listUnmatchedStudies: 'lists the project; unmatched-studies/deciding.test.ts covers the other one',
  countUnmatchedStudies: 'counts the project',
  describeDicomweb: 'names addresses, and nobody',
  searchStudies: 'lists what the caller may open; bypass.test.ts covers strangers',
  searchAllSeries: 'lists what the caller may open; bypass.test.ts covers strangers',
  searchAllInstances: 'lists what the caller may open; bypass.test.ts covers strangers',
  storeInstances: 'takes in what is sent, into the project; arrival.test.ts covers the other one',
  storeStudy: 'takes in what is sent, into the project; arrival.test.ts covers the other one',
  listKnownInstances: 'knows the project’s own; arrival.test.ts covers the other one',
  listArrived: 'lists the project’s own; arrival.test.ts covers the other one',
  getPatientSession: 'what setPatientSession accepted',
  notificationStream: 'says only that something changed; the project and the session are the caller’s own',
  getNotices: 'the session’s own record; notices.test.ts covers strangers',
  saveNotices: 'the session’s own record; notices.test.ts covers strangers',
  addPush: 'the session’s own record; whose browser it was before gets nothing there any more',
  keepPush: 'the session’s own record; notices.test.ts covers strangers',
  removePush: 'the session’s own record; notices.test.ts covers strangers',
  listNews: 'the session’s own record; patient-news.test.ts covers strangers',
  readNews: 'the session’s own record; patient-news.test.ts covers strangers',
  getSurvey: 'the session’s own record',
  submitSurvey: 'names a study of the own record; surveys.test.ts tries another’s',
  addMyReimbursement: 'adds to the session’s own record; whoever the body names',
  submitFeedback: 'who says it is the session’s own person',
  getFeedback: 'lists the project',
  getAccessLog: 'the session’s own record',
  getOperatorNumber: 'counts the project',
  listOperators: 'lists the project',
  getMyOperatorProfile: 'the session’s own record',
  updateOperatorProfile: 'a provider who names anybody else is 403; providers.test.ts aims an admin at strangers',
  updateAdminProfile: 'the session’s own record',
  getProjectSettings: 'the project’s own',
  saveProjectSettings: 'the project’s own',
  listScanQuality: 'leaves out what is not the project’s; scan-quality.test.ts covers the other one',
  listScanStates: 'leaves out what is not the caller’s; scan-states.test.ts covers strangers',
  getDraft: 'names a form of the caller’s own; drafts.test.ts covers strangers',
  saveDraft: 'names a form of the caller’s own; drafts.test.ts covers strangers',
  deleteDraft: 'names a form of the caller’s own; drafts.test.ts covers strangers',
}

export const madeUp = (like: TestUser): Target => ({
  owner: {
    ...like,
    id: randomUUID(),
    session: randomUUID(),
    project: randomUUID(),
    code: 'P-ZZZZZZ',
    email: 'nobody@nowhere.example',
  },
  fileId: randomUUID(),
  appointmentId: randomUUID(),
  screeningId: randomUUID(),
  threadId: randomUUID(),
  caregiverId: randomUUID(),
  scannerId: randomUUID(),
  formId: randomUUID(),
  reimbursement: { id: randomUUID(), file_id: randomUUID() },
  study: '1.2.3.99',
})
