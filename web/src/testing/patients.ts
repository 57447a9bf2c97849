import type { MedicalInformation, PatientRow, StaffPatient } from '@fornix/contract'
import { expect } from 'vitest'
import type { RenderResult } from 'vitest-browser-react'
import { ok, refused, type ServedCalls } from './serve.ts'

/** One made-up record for the component tests. */
export const testPatient: StaffPatient = {
  _id: '01930000-0000-7000-8000-000000000001',
  patient_id: 'P-7K3QX9',
  version: 3,
  first_name: 'Amara',
  last_name: 'Abbott',
  email: 'amara@example.org',
  pending_email: '',
  mobile_number: '5550102345',
  address_1: '12 Harbor St',
  address_2: '',
  city: 'Boston',
  state: 'MA',
  zip_code: '02110',
  dob: '04-18-1986',
  age: 40,
  gender: 'Female',
  race: 'Asian',
  mrn_number: 'MRN400210',
  physician_name: 'Grace Hall',
  provider_id: 'PR-1',
  patient_type: 'Patient',
  indication: ['Aneurysm'],
  status: 'Accepted',
  scans_allowed_to_view: [],
  notes: [{ text: 'Prefers mornings', author: 'Grace Hall', timestamp: '2026-03-01T15:00:00.000Z' }],
  status_comment: '',
  priority: '',
  md_review: 'Y',
  full_coverage: '',
  recruitment_source: '',
  other_recruitment_source: '',
  additional_comments: '',
  status_history: [],
}

export const testMedical: MedicalInformation = {
  neck_length: '',
  head_circumference: '',
  pregnant_or_nursing: 'N',
  birth_control_pills: 'N',
  travel_restrictions: '',
  age: 40,
  gender: 'Female',
  race: 'Asian',
  participating_in_research: '',
  previous_history: '',
}

export const testRows = (count: number): PatientRow[] =>
  Array.from({ length: count }, (_, at) => ({
    ...testPatient,
    _id: `01930000-0000-7000-8000-${String(at).padStart(12, '0')}`,
    patient_id: `P-${at}`,
    first_name: `First${at}`,
    last_name: `Last${at}`,
    created_at: '2026-11-02T15:00:00.000Z',
    added_on: '2026-11-02',
    deleted_at: null,
    has_namesake: false,
    special_care: false,
  }))

/** The call for the signed-in patient's record, and its response. */
export const getInfo = 'GET /patient/get_patient_info/P-7K3QX9/'
export const knownPatient = ok({ patient: testPatient, medicalInformation: testMedical })

/** A page whose record cannot be fetched says so, and shows it once that works. */
export const expectRetry = async (render: (answers: ServedCalls) => Promise<{ screen: RenderResult }>) => {
  let broken = true
  const { screen } = await render({ [getInfo]: () => (broken ? refused(500, 'no') : knownPatient) })
  await expect.element(screen.getByText('Failed to fetch patient.')).toBeVisible()
  broken = false
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('(555) 010-2345')).toBeVisible()
}
