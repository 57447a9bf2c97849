import type { ComparedRecord, Comparison, RecordMerge } from '@fornix/contract'
import { testMedical, testPatient, testRows } from '../../testing/patients.ts'
import { ok, type ServedCalls } from '../../testing/serve.ts'
import { show } from '../../testing/show.tsx'
import { MergeRecordsPage } from './MergeRecordsPage.tsx'

export const side: ComparedRecord = {
  patient_id: 'P-7K3QX9',
  version: 3,
  first_name: 'Amara',
  last_name: 'Abbott',
  email: 'amara@example.org',
  mobile_number: '5550102345',
  dob: '04-18-1986',
  age: 40,
  gender: 'Female',
  mrn_number: 'MRN400210',
  status: 'Accepted',
  created_at: '2026-03-01T15:00:00.000Z',
  signs_in: true,
  invited: false,
  caregivers: [],
  physician_name: '',
  physician_works_here: false,
  counts: { scans: 2, files: 3, appointments: 1, reimbursements: 0, forms: 1, screenings: 1 },
}
export const other: ComparedRecord = {
  ...side,
  patient_id: 'P-0',
  version: 8,
  email: 'amara.abbott.with.a.rather.long.address@example.org',
  dob: '04-19-1986',
  mrn_number: '',
  counts: { ...side.counts, scans: 0 },
}
export const comparison: Comparison = { records: [side, other], differs: [], keep: 'P-7K3QX9', obstacle: null }
export const different: Comparison = { ...comparison, differs: ['dob'] }
export const done: RecordMerge = {
  merge_id: '01930000-0000-7000-8000-0000000000c1',
  kept: { patient_id: 'P-7K3QX9', name: 'Amara Abbott' },
  merged: { patient_id: 'P-0', name: 'Amara Abbott' },
  reason: 'Registered twice',
  merged_by: 'Ada Stone',
  merged_at: '2026-11-20T15:00:00.000Z',
  undo_until: '2026-12-20T15:00:00.000Z',
  can_undo: true,
  undone: null,
}
export const undone: RecordMerge = {
  ...done,
  merge_id: '01930000-0000-7000-8000-0000000000c2',
  can_undo: false,
  undone: { by: 'Ada Stone', at: '2026-11-21T15:00:00.000Z', reason: 'Two people' },
}
export const [compare, merge, list, undo] = [
  'GET /admin/compare_records/P-7K3QX9/',
  'POST /admin/merge_records/P-7K3QX9/',
  'GET /admin/record_merges/',
  'POST /admin/record_merges/01930000-0000-7000-8000-0000000000c1/undo/',
]
const [found] = testRows(1)
export const answers = (more: ServedCalls = {}): ServedCalls => ({
  'GET /operator/get_all_patients/': ok({ patients: [found], total: 1, total_pages: 1, alike: false }),
  'GET /operator/get_patient_info/P-7K3QX9/': ok({ patient: testPatient, medicalInformation: testMedical }),
  [compare]: ok(comparison),
  [list]: ok({ merges: [done, undone], total: 2, total_pages: 1 }),
  ...more,
})
export const render = (at = '/mergeRecords?patient=P-7K3QX9', scheme: 'light' | 'dark' = 'light') =>
  show(<MergeRecordsPage />, { role: 'Admin', at, scheme })
type Screen = Awaited<ReturnType<typeof render>>['screen']
export const choose = async (screen: Screen) => {
  await screen.getByRole('combobox', { name: 'Other record of the same person' }).fill('First')
  await screen.getByRole('option', { name: /First0 Last0/ }).click()
}
