import type { Role } from '@fornix/contract'
import { expect, test } from 'vitest'
import { projectId } from '../../platform/database/scope.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { changesIn } from './edit.ts'
import { type PatientRecord, staffView } from './record.ts'

const project = projectId('018f0000-0000-7000-8000-000000000001')
const caller = (role: Role) => ({ role, project, name: 'Nora Lindt' }) as Caller

/** An invitee: much is empty that a form requires. */
const record: PatientRecord = {
  _id: '018f0000-0000-7000-8000-000000000002',
  patient_id: 'P-7K3QX9',
  has_namesake: false,
  special_care: false,
  version: 3,
  first_name: 'Ana',
  last_name: 'Rivera',
  email: 'ana@patients.example',
  pending_email: '',
  mobile_number: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  zip_code: '',
  dob: null,
  age: 130,
  gender: '',
  race: '',
  mrn_number: '',
  physician_name: 'Dr. Outside',
  provider_id: '',
  patient_type: 'Patient',
  indication: ['Stroke', 'Other'],
  status: 'Pending Invite',
  scans_allowed_to_view: [],
  notes: [{ text: 'Called', medical: '', author: 'Nora Lindt', timestamp: '2026-11-21T15:42:07.000Z' }],
  status_comment: '',
  priority: 'x'.repeat(70),
  md_review: '',
  full_coverage: '',
  recruitment_source: '',
  other_recruitment_source: '',
  additional_comments: '',
  status_history: [],
  medical: {} as PatientRecord['medical'],
  physician: null,
}
const own = (({ notes: _notes, status_comment: _comment, priority: _priority, status_history: _history, ...rest }) =>
  rest)(staffView(record, true))
const edit = (role: Role, body: object, of: Partial<PatientRecord> = {}) => {
  const now = { ...record, ...of }
  const { changes, refuse } = changesIn(
    { ...body },
    now,
    role === 'Patient' ? { ...own, ...of } : staffView(now, true),
    caller(role),
    true,
  )
  refuse()
  return changes
}

test('whatever a read returns, its update accepts, also what a form would refuse', () => {
  expect(edit('Nurse', staffView(record, true))).toEqual({})
  expect(edit('SuperAdmin', staffView(record, true))).toEqual({})
  expect(edit('Patient', own)).toEqual({})
  expect(edit('Patient', { ...own, age: '130', dob: '', project, notes: [], somethingNew: { a: 1 } })).toEqual({})
})

test('a changed field must follow its rule, with the sentence of the form', () => {
  const body = { first_name: '', zip_code: '1234', mobile_number: '12', state: 'State', email: 'nobody' }

  expect(() => edit('Patient', body)).toThrow(
    expect.objectContaining({
      status: 400,
      more: {
        fields: {
          first_name: 'First name is required',
          zip_code: 'Invalid Zip code',
          mobile_number: 'Invalid mobile number',
          state: 'State is required',
          email: 'Invalid Email',
        },
      },
    }),
  )
})

test.each([
  ['last_name', 'Last name is required'],
  ['address_1', 'Address is required'],
  ['city', 'City is required'],
  ['state', 'State is required'],
  ['zip_code', 'Zip code is required'],
])('a patient cannot take away %s', (field, sentence) => {
  const filled = { last_name: 'Rivera', address_1: '7 Quiet Lane', city: 'Boston', state: 'MA', zip_code: '02110' }
  expect(() => edit('Patient', { [field]: '' }, filled)).toThrow(
    expect.objectContaining({ status: 400, more: { fields: { [field]: sentence } } }),
  )
})

test.each([
  ['Patient', { mrn_number: 'M1' }],
  ['Patient', { physician_name: 'Me' }],
  ['Patient', { provider_id: 'S-ME' }],
  ['Patient', { patient_type: 'Volunteer' }],
  ['Patient', { status: 'Accepted' }],
  ['Patient', { indication: [] }],
  ['Patient', { notes: ['Mine'] }],
  ['Patient', { priority: record.priority }],
  ['Patient', { scans_allowed_to_view: ['1.2.3'] }],
  ['Patient', { _id: project }],
  ['Patient', { age: 20 }],
  ['Nurse', { mrn_number: 'M1' }],
  ['Admin', { mrn_number: 'M1' }],
  ['Admin', { patient_id: 'P-AAAAAA' }],
  ['SuperAdmin', { scans_allowed_to_view: ['1.2.3'] }],
  ['SuperAdmin', { project: '018f0000-0000-7000-8000-000000000009' }],
  ['SuperAdmin', { pending_email: 'x@y.example' }],
] as const)('a %s may not write %j', (role, body) => {
  expect(() => edit(role, body)).toThrow(expect.objectContaining({ status: 403 }))
})

test('a SuperAdmin writes the MRN, and it may not be emptied', () => {
  expect(edit('SuperAdmin', { mrn_number: ' M1 ' })).toEqual({ mrn_number: 'M1' })
  expect(() => edit('SuperAdmin', { mrn_number: '' }, { mrn_number: 'M1' })).toThrow('MRN number is required')
})

test.each(['06-15-2000', { date: '06-15-2000' }])('a day of birth is read from %j', (dob) => {
  expect(edit('Patient', { dob })).toEqual({ dob: '06-15-2000' })
  expect(edit('Patient', { dob }, { dob: '06-15-2000' })).toEqual({})
})

test.each(['02115', ' 02115 ', '02115-1234', '02115 1234', '021151234'])(
  'of the ZIP code %j, five digits are stored',
  (zip_code) => {
    expect(edit('Patient', { zip_code })).toEqual({ zip_code: '02115' })
  },
)

test('a day of birth can be taken back, and one that does not exist is refused', () => {
  expect(edit('Patient', { dob: null }, { dob: '06-15-2000' })).toEqual({ dob: null })
  expect(() => edit('Patient', { dob: '02-31-2000' })).toThrow('This date does not exist')
})

test('the age that follows from the day of birth being sent is no change of its own', () => {
  const { age } = { age: new Date().getUTCFullYear() - 2000 }

  expect(edit('Patient', { dob: '01-01-2000', age })).toEqual({ dob: '01-01-2000' })
  expect(() => edit('Patient', { dob: '01-01-2000', age: age + 5 })).toThrow(expect.objectContaining({ status: 403 }))
})

test('notes are appended as text; what exists may not be changed, moved or left out', () => {
  const [note] = record.notes
  const fresh = { text: ' Sent the form ', author: 'Somebody Else', timestamp: '1999-01-01' }

  expect(edit('Nurse', { notes: [note, 'Called again', '  ', fresh] })).toEqual({
    notes: ['Called again', 'Sent the form'],
  })
  for (const notes of [
    [],
    ['Called again'],
    ['Called again', note],
    [{ ...note, text: 'Never called' }],
    [{ ...note, author: 'X' }],
  ])
    expect(() => edit('Nurse', { notes })).toThrow(expect.objectContaining({ status: 403 }))
  expect(() => edit('Nurse', { notes: [note, 'x'.repeat(5001)] })).toThrow(expect.objectContaining({ status: 400 }))
})

test('the own email in another case is no change', () => {
  expect(edit('Patient', { email: 'ANA@patients.example' })).toEqual({})
})

test('the name of a physician can be changed alone, but not beside a chosen provider', () => {
  const linked = { provider_id: 'S-DOC', physician_name: 'Ada Doc' }

  expect(edit('Nurse', { physician_name: 'Dr. Far' }, linked)).toEqual({ physician_name: 'Dr. Far' })
  expect(edit('Nurse', { physician_name: 'Dr. Far', provider_id: 'S-DOC' }, linked)).toEqual({})
  const unlinked = { physician_name: 'Ada Doc', provider_id: '' }
  expect(edit('Nurse', unlinked, linked)).toEqual(unlinked)
})
