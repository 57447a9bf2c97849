import type { MyScan, PendingRequest } from '@fornix/contract'

/** One made-up scan as seen by its patient, who has no access to it. */
export const testScan: MyScan = {
  study_UID: '1.2.3',
  study_date: '20260214',
  study_time: '093015',
  scan_type: 'T2 axial',
  source: 'Portable MRI',
  timestamp: '2026-02-15T14:30:15Z',
  view_access: false,
  request_status: 'none',
  reason: '',
  access_until: null,
  requested_at: null,
  decided_at: null,
  answer_by: null,
  is_late: false,
  is_extended: false,
  asked_by_other: false,
  extension_reason: '',
  ground: null,
  has_images: true,
  sign_again: false,
  seriesId: null,
}

const asked = { ...testScan, requested_at: '2026-02-20T15:00:00Z' }
const decided = { ...asked, decided_at: '2026-02-22T15:00:00Z' }
/** The same at each step. */
export const testScans = {
  none: testScan,
  storing: { ...testScan, has_images: false },
  pending: { ...asked, request_status: 'pending' },
  open: {
    ...decided,
    view_access: true,
    request_status: 'approved',
    access_until: '2032-12-31',
    seriesId: '1.2.3.4',
  },
  /** Without a request, if the project allows it. */
  own: { ...testScan, view_access: true, seriesId: '1.2.3.4' },
  declined: { ...decided, request_status: 'declined', reason: 'No signature' },
  revoked: { ...decided, request_status: 'revoked', reason: 'Asked to', access_until: '2032-12-31' },
  expired: { ...decided, request_status: 'expired', access_until: '2026-03-01' },
} satisfies Record<string, MyScan>

/** A request waiting for a decision. */
export const testRequest: PendingRequest = {
  firstname: 'Ana',
  lastname: 'Rivera',
  email: 'ana@mail.example',
  studyId: '1.2.3',
  studyDate: '20260214',
  patient_id: 'P-1',
  mrn_number: '',
  request_id: '01930000-0000-7000-8000-0000000000cc',
  dob: '04-17-1986',
  age: 39,
  gender: 'Female',
  has_namesake: false,
  physician_name: '',
  provider_id: '',
  project: '01930000-0000-7000-8000-0000000000aa',
  form_file_id: '01930000-0000-7000-8000-000000000001',
  requested_at: '2026-03-01T15:00:00.000Z',
  due_on: '2026-03-31',
  days_left: 12,
  is_extended: false,
  needs_countersign: false,
  is_moved: false,
}

/** The study that is opened in tests of the viewer. */
export const openedStudy = {
  viewer: '/viewer',
  study_UID: '1.2.3',
  study_date: '20260910',
  scan_type: 'Portable brain MRI',
  patient_name: 'Amara Abbott',
}
