import type {
  Document,
  getProjectSettings,
  Operator,
  Reimbursement,
  ResponseOf,
  SentEmail,
  StaffFeedback,
  UnmatchedStudy,
} from '@fornix/contract'

const id = '01930000-0000-7000-8000-000000000001'

/** A step in the history of a request. */
export const testStep = (part: Partial<Reimbursement['history'][number]>): Reimbursement['history'][number] => ({
  status: 'Submitted',
  amount: '48.00',
  comment: '',
  author: 'Amara',
  timestamp: '2026-11-21T15:00:00.000Z',
  is_answer: false,
  earlier_receipt: null,
  is_receipt_removed: false,
  ...part,
})

/** One made-up reimbursement request, submitted and not decided. */
export const testReimbursement: Reimbursement = {
  id,
  amount: '48.00',
  paid_amount: null,
  description: 'Taxi',
  category: 'Transportation',
  status: 'Submitted',
  comment: '',
  file_id: '01930000-0000-7000-8000-000000000002',
  file_name: 'taxi.pdf',
  file_type: 'pdf',
  scan_state: 'unscanned',
  file_data: null,
  date: '2026-11-20T15:00:00.000Z',
  upload_date: '2026-11-20T15:00:00.000Z',
  expense_date: null,
  email: 'amara@example.org',
  version: 3,
  waiting: null,
  history: [testStep({ timestamp: '2026-11-20T15:00:00.000Z' })],
}

/** `at` from 1 to 9; a later one is newer. */
export const testDocument = (at: number, part: Partial<Document> = {}): Document => ({
  file_id: `01930000-0000-7000-8000-00000000000${at}`,
  file_name: `report-${at}.pdf`,
  file_type: 'pdf',
  upload_date: `2026-03-0${at}T15:42:07.000Z`,
  size: 1000,
  kind: 'document',
  scan_state: 'unscanned',
  deletable: false,
  uploader: '',
  category: null,
  ...part,
})

export const testAttachment: SentEmail['attachments'][number] = {
  file_id: '01930000-0000-7000-8000-0000000000f1',
  file_name: 'Plan.pdf',
  size: 1500,
  is_deleted: false,
  scan_state: 'unscanned',
}

/** An email to a patient, with one attachment. */
export const testEmail: SentEmail = {
  id,
  to_email: 'ana@x.example',
  cc: '',
  bcc: '',
  subject: 'Hello',
  message: 'Hi.',
  sent_date: '2026-03-01T15:00:00.000Z',
  sent_by: 'Nora Lindt',
  attachments: [testAttachment],
  delivery: 'sent',
  delivery_note: '',
}

/** Waits for a decision and does not say whose it is. */
export const testUnmatchedStudy: UnmatchedStudy = {
  study_UID: '1.2.3',
  study_date: '20260910',
  study_time: '143005',
  scan_type: 'Portable brain MRI',
  source: 'Lumen Neuro',
  seriesId: '',
  received_at: '2026-09-10T18:31:00.000Z',
  dicom: { patient_id: '', issuer: '', name: '', birth_date: '' },
  reason: 'nobody',
  state: 'open',
  version: 4,
  candidates: [],
  patient: null,
  decided_by: '',
  decided_at: '',
}

export const testSettings: ResponseOf<typeof getProjectSettings> = {
  name: 'Lumen Neuro',
  contact: { address: '1 Quay', email: 'hello@lumen.example', phone: '', social: [] },
  time_zone: 'America/New_York',
  blocked_email_domains: [],
  patient_id_issuers: ['northside'],
  retention_years: 10,
  answer_days: 2,
  countersign_forms: false,
  own_images_open: false,
  version: 4,
  logo_url: '',
}

export const testOperator: Operator = {
  _id: id,
  provider_id: 'S-7K3QX9',
  version: 3,
  first_name: 'Nora',
  last_name: 'Lindt',
  email: 'nora@staff.example',
  pending_email: '',
  role: 'Nurse',
  register_status: 'Registered',
  mobile_number: '5550102345',
  age: 41,
  gender: 'Female',
  race: 'Asian',
  address_1: '12 Harbor St',
  address_2: '',
  city: 'Boston',
  state: 'MA',
  zip_code: '02110',
}

export const testFeedback: StaffFeedback = {
  feedback_id: id,
  email: 'nora@staff.example',
  first_name: 'Nora',
  last_name: 'Lindt',
  role: 'Nurse',
  project_id: '01930000-0000-7000-8000-0000000000aa',
  feedback_type: 'Performance',
  feedback_comments: 'Fast.',
  experience: 'happy',
  upload_date: '2026-03-01T15:00:00Z',
}
