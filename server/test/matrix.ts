/**
 * Who may do what, written by hand from the specification and never from the code: one line for each of its calls.
 *
 * - `open`: let in without asking who it is
 * - `in`: let in; the call names nobody
 * - `own`: for oneself; of anybody else nothing is said (404), or that it may not be (`ownElse403`)
 * - `project`: for every record of the project; of other projects nothing is said (404)
 * - a number: always refused with it
 */
export type Right = 'open' | 'in' | 'own' | 'ownElse403' | 'project' | 401 | 403
type Rights = { visitor: Right; patient: Right; operators: Right; admins: Right }

const rights = (visitor: Right, patient: Right, operators: Right, admins: Right): Rights => ({
  visitor,
  patient,
  operators,
  admins,
})
const anybody = rights('open', 'open', 'open', 'open')
/** What a browser asks with its cookie alone. Nobody here has one. */
const cookie = rights(401, 401, 401, 401)
const anySession = rights(401, 'in', 'in', 'in')
const self = rights(401, 'own', 403, 403)
const staff = rights(401, 403, 'project', 'project')
const selfOrStaff = rights(401, 'own', 'project', 'project')
const staffOnly = rights(401, 403, 'in', 'in')
const admin = rights(401, 403, 403, 'project')
const adminOnly = rights(401, 403, 403, 'in')

/** Words in braces are replaced by what the target is: a record of one's own, of a neighbour, of another project, or of nobody. */
export type Line = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  rights: Rights
  body?: object
  /** The field of the file that is sent along. */
  file?: string
}
const line = (method: Line['method'], path: string, rights: Rights, more: Pick<Line, 'body' | 'file'> = {}): Line => ({
  method,
  path,
  rights,
  ...more,
})
const get = (path: string, rights: Rights) => line('GET', path, rights)
const post = (path: string, rights: Rights, body: object = {}) => line('POST', path, rights, { body })
const remove = (path: string, rights: Rights) => line('DELETE', path, rights)
const upload = (path: string, rights: Rights, file: string, body: object = {}) =>
  line('POST', path, rights, { file, body })

const decision = { email: '{email}', firstname: 'Ana', lastname: 'Rivera', studyId: '{requested}' }
const money = { amount: '12.50', description: 'Taxi' }
const message = { to_email: 'a@x.example', subject: 'Hello', message: 'Hello' }

/** Part 1: what patients and visitors call. */
const patientCalls: Line[] = [
  post('/patient/register/', anybody),
  post('/common/api/verify', anybody),
  post('/patient/api/authenticate', anybody),
  post('/patient/register_patient_google/', rights(401, 'ownElse403', 403, 403), { email: '{email}' }),
  post('/patient/refresh/', cookie),
  post('/patient/logout/', anybody),
  post('/common/api/logout_view/', anybody),
  get('/patient/verify_token/', rights(401, 'in', 403, 403)),
  post('/patient/reset_password/nobody@nowhere.example', anybody),
  post('/patient/complete_reset_password/no-such-token', anybody),
  get('/common/api/get_user_role/', anySession),
  get('/common/api/get_user/', anySession),
  post('/operator/log/', anybody),
  get('/patient/get_patient/{email}', self),
  get('/patient/get_patient_info/{email}', self),
  post('/patient/update_patient/', rights(401, 'ownElse403', 403, 403), { _id: '{id}', city: 'Elsewhere' }),
  post('/patient/update_patient_medical_info/{email}', self, { age: 40 }),
  post('/patient/set_patient_session/', selfOrStaff, { patient_id: '{code}' }),
  get('/patient/get_patient_session/', anySession),
  post('/patient/get_reimbursement_amount/{email}', self),
  get('/patient/fetch_reimbursements/{email}', self),
  upload('/patient/add_reimbursements/', rights(401, 'in', 403, 403), 'files', money),
  get('/patient/download_reimbursement_document/{receipt}', self),
  get('/patient/retrieve_documents/{code}', self),
  upload('/patient/upload_document/{code}', self, 'file'),
  get('/patient/download_document/{document}', self),
  upload('/patient/upload_form_with_encryption/{code}/', self, 'file', { signature: 'Ana Rivera' }),
  get('/patient/download_decrypted_form/{form}', selfOrStaff),
  post('/admin/update_pending_requests_admin/', self, { studyId: '{study}' }),
  post('/operator/send_contactus/', anybody),
]

/** Part 2: what providers and admins call. */
const staffCalls: Line[] = [
  post('/operator/api/authenticate', anybody),
  post('/admin/check_admin_auth', anybody),
  post('/operator/register_provider_google/', rights(401, 403, 'ownElse403', 'ownElse403'), { email: '{staffEmail}' }),
  post('/admin/api/authenticate/no-such-token', anybody),
  post('/admin/create_operator/no-such-token', anybody),
  post('/admin/login/', anybody),
  post('/admin/refresh/', cookie),
  post('/operator/refresh/', cookie),
  post('/admin/logout/', anybody),
  post('/operator/logout/', anybody),
  get('/admin/verify_token/', adminOnly),
  get('/operator/verify_token/', staffOnly),
  post('/operator/reset_password/nobody@nowhere.example', anybody),
  post('/operator/complete_reset_password/no-such-token', anybody),
  get('/admin/get_operator_number/', adminOnly),
  get('/admin/get_all_operators/', adminOnly),
  post('/admin/send_email/{invitedEmail}', admin),
  remove('/admin/delete_operator/{staffEmail}', admin),
  post('/admin/get_operator_profile/', admin, { email: '{staffEmail}' }),
  post('/admin/invite_and_create_operator/', adminOnly),
  post('/admin/get_admin_profile/', admin, { email: '{adminEmail}' }),
  post('/admin/approve_scan_request/', admin, decision),
  post('/admin/update_admin_profile/', adminOnly),
  get('/operator/get_all_patients/', staffOnly),
  get('/operator/get_all_physicians/', staffOnly),
  post('/operator/send_invitation_email/', staffOnly),
  remove('/operator/delete_patient/{email}', staff),
  get('/operator/get_patient_info/{code}', staff),
  get('/operator/get_patient_scan_list/{code}', staff),
  post('/operator/update_patients/', staff, { _id: '{id}', city: 'Elsewhere' }),
  post('/operator/update_patient_medical_info/{email}', staff, { age: 40 }),
  post('/operator/update_operator_profile/', rights(401, 403, 'ownElse403', 'project'), { provider_id: '{staffCode}' }),
  get('/operator/get_operator_profile/', staffOnly),
  get('/operator/retrieve_documents/{email}', staff),
  get('/operator/download_document/{document}', staff),
  upload('/operator/upload_document/{email}', staff, 'file'),
  upload('/operator/send_email/{email}', staff, 'new_attachments', message),
  get('/operator/retrieve_email_info/{email}', staff),
  get('/operator/fetch_responses/{email}', staff),
  get('/operator/fetch_reimbursements/{email}', staff),
  upload('/operator/add_reimbursements/', staff, 'files', { ...money, email: '{email}' }),
  upload('/operator/update_reimbursements/{reimbursement}', staff, 'files', { status: 'In Review' }),
  remove('/operator/delete_reimbursements/{reimbursement}', staff),
  get('/operator/download_reimbursement_document/{receipt}', staff),
  get('/operator/get_all_notifications/{staffCode}', rights(401, 403, 'own', 'project')),
  get('/operator/read_all_notifications/{staffCode}', rights(401, 403, 'own', 'own')),
  post('/operator/submit_feedback/', staffOnly),
]

export const lines: Line[] = [...patientCalls, ...staffCalls]
