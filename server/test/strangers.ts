import { randomUUID } from 'node:crypto'
import type { Call } from '@fornix/contract'
import { z } from 'zod'
import { smallPdf, type TestUser } from './given.ts'

/** What a call of this kind is pointed at, in its path, query or body: the record of `owner`, or something made up. */
type Pointing = { args: object; file?: { name: string; bytes: Buffer } }
type Target = {
  owner: TestUser
  fileId: string
  appointmentId: string
  formId: string
  reimbursement: { id: string; file_id: string }
  study: string
}
type Point = (target: Target) => Pointing

const key: Point = ({ owner }) => ({ args: { params: { key: owner.email }, query: {} } })
const byEmail: Point = ({ owner }) => ({ args: { params: { email: owner.email } } })
const file: Point = ({ fileId }) => ({ args: { params: { file_id: fileId } } })
const form: Point = ({ formId }) => ({ args: { params: { file_id: formId } } })
const decision: Point = ({ owner, study }) => ({
  args: { body: { email: owner.email, studyId: study, reason: 'A reason' } },
})
const images: Point = ({ study }) => ({
  args: { params: { study, series: `${study}.1`, instance: `${study}.1.1`, frames: '1' }, query: {} },
})
const ofStudy: Point = ({ study }) => ({ args: { params: { study }, body: { version: 1 } } })
const someRange = { from: '2032-03-08', to: '2032-03-12' }
const bookingOf: Point = ({ owner, appointmentId }) => ({ args: { params: { key: owner.code, id: appointmentId } } })
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
  requestAccess: ({ study }) => ({ args: { body: { studyId: study } } }),
  approveScanRequest: decision,
  declineScanRequest: decision,
  revokeScanAccess: decision,
  searchSeries: images,
  searchInstances: images,
  readSeriesMetadata: images,
  readSeries: images,
  readInstance: images,
  readInstanceMetadata: images,
  readFrames: images,
  renderInstance: images,
  openStudy: images,
  downloadStudy: images,
  assignStudy: ({ owner, study }) => ({ args: { params: { study }, body: { patient: owner.code, version: 1 } } }),
  rejectStudy: ofStudy,
  undoStudyDecision: ofStudy,
  addReimbursement: ({ owner }) => ({
    args: { body: { email: owner.email, amount: '1', description: 'Taxi' } },
    file: { name: 'a.pdf', bytes: smallPdf() },
  }),
  updateReimbursement: ({ reimbursement }) => ({ args: { params: reimbursement, body: { status: 'Paid' } } }),
  deleteReimbursement: ({ reimbursement }) => ({ args: { params: reimbursement } }),
  downloadMyReimbursementFile: ({ reimbursement }) => ({ args: { params: reimbursement } }),
  downloadReimbursementFile: ({ reimbursement }) => ({ args: { params: reimbursement } }),
  listSlots: ({ owner }) => ({ args: { params: { key: owner.code }, query: someRange } }),
  bookAppointment: ({ owner }) => ({ args: { params: { key: owner.email }, body: {} } }),
  moveAppointment: bookingOf,
  cancelAppointment: bookingOf,
  moveMyAppointment: bookingOf,
  cancelMyAppointment: bookingOf,
  downloadMyAppointment: bookingOf,
  listNotifications: ({ owner }) => ({ args: { params: { provider_id: owner.code }, query: {} } }),
  readAllNotifications: ({ owner }) => ({ args: { params: { provider_id: owner.code } } }),
  undoReadNotifications: ({ owner }) => ({
    args: { params: { provider_id: owner.code }, body: { read_before: owner.id } },
  }),
  getOperator: ({ owner }) => ({ args: { body: { email: owner.email } } }),
  sendEmail: ({ owner }) => ({
    args: { params: { key: owner.code }, body: { to_email: 'a@x.example', subject: 's', message: 'm' } },
  }),
  endSession: ({ owner }) => ({ args: { params: { id: owner.session } } }),
  switchProject: ({ owner }) => ({ args: { body: { project: owner.project } } }),
}

/** How a call that names somebody's record is aimed at a stranger. One that is neither aimed nor aimless fails the sweep. */
export const aimOf = (name: string, call: Call) => strangers[name] ?? (name in aimless ? undefined : byPath(call))

/** Calls of patients alone that send nothing by which anybody could be named: the scope is all that decides. */
const namesNobody = ({ allow, params, query, body }: Call) =>
  allow !== 'anyone' &&
  allow.every((role) => role === 'Patient') &&
  namesIn(params).length === 0 &&
  [...namesIn(query), ...namesIn(body)].every((field) => !/id$|key|email|patient|study|project/i.test(field))

export const isAimless = (name: string, call: Call) => name in aimless || namesNobody(call)

/** Calls of signed-in people that name nobody else's record, each with the reason. */
const aimless: Record<string, string> = {
  updateMyProfile: 'the record is the session’s own; a foreign id in the body is an unwritable field',
  registerPatientGoogle: 'the email must be the session’s own: anything else is 403',
  registerProviderGoogle: 'the email must be the session’s own: anything else is 403',
  sendInvitation: 'makes a record in the project, or finds one by an address of the project',
  sendInvitationTo: 'makes a record in the project, or finds one by an address of the project',
  inviteOperator: 'makes a record in the project, or finds one by an address of the project',
  myAccount: 'shows the session’s own login',
  cancelEmailChange: 'the session’s own record',
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
  listPatients: 'lists the project; the scope test covers it',
  exportPatients: 'lists the project; list.test.ts covers the other one',
  listMySlots: 'lists free times of the project for the caller',
  listMyAppointments: 'lists the caller’s own',
  bookMyAppointment: 'books for the caller; a patient in the body is not read',
  getDaySheet: 'lists the project; the day sheet’s test covers the other one',
  getScheduling: 'the project’s own hours',
  saveScheduling: 'the project’s own hours',
  getAdminProfile: 'an admin of the project; scan-access.test.ts covers the other one',
  listOpenAccess: 'lists the project; scan-access.test.ts covers the other one',
  listUnmatchedStudies: 'lists the project; unmatched-studies.test.ts covers the other one',
  countUnmatchedStudies: 'counts the project',
  searchStudies: 'lists what the caller may open; bypass.test.ts covers strangers',
  storeInstances: 'takes in what is sent, into the project; arrival.test.ts covers the other one',
  storeStudy: 'takes in what is sent, into the project; arrival.test.ts covers the other one',
  listArrived: 'lists the project’s own; arrival.test.ts covers the other one',
  getPatientSession: 'what setPatientSession accepted',
  notificationStream: 'says only that something changed; the project and the session are the caller’s own',
  getSurvey: 'the session’s own record',
  submitSurvey: 'names a study of the own record; surveys.test.ts tries another’s',
  addMyReimbursement: 'adds to the session’s own record; whoever the body names',
  submitFeedback: 'who says it is the session’s own person',
  getFeedback: 'lists the project',
  getAccessLog: 'the session’s own record',
  listEmailTemplates: 'the same texts for everybody',
  getOperatorNumber: 'counts the project',
  listOperators: 'lists the project',
  getMyOperatorProfile: 'the session’s own record',
  updateOperatorProfile: 'a provider who names anybody else is 403; providers.test.ts aims an admin at strangers',
  updateAdminProfile: 'the session’s own record',
  getProjectSettings: 'the project’s own',
  saveProjectSettings: 'the project’s own',
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
  formId: randomUUID(),
  reimbursement: { id: randomUUID(), file_id: randomUUID() },
  study: '1.2.3.99',
})
