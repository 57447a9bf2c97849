import {
  getPatientInfo,
  type PatientStatus,
  updateMyMedicalInfo,
  updateMyProfile,
  updatePatient,
} from '@fornix/contract'
import type { SignedIn } from './sign-in.ts'

type Story = {
  email: string
  own: Record<string, unknown>
  medical: Record<string, unknown>
  nurse: string
  care: Record<string, unknown>
  physician: string
  statuses: { status: PatientStatus; status_comment: string }[]
  notes: { by: 'nurse' | 'physician'; text: string }[]
  mrn?: { superAdmin: string; mrn_number: string }
}

const northside = {
  nurse: 'nurse@northside.example',
  physician: 'physician@northside.example',
  superAdmin: 'superadmin@northside.example',
}
const lakeview = {
  nurse: 'nurse@lakeview.example',
  physician: 'physician@lakeview.example',
  superAdmin: 'superadmin@lakeview.example',
}

const stories: Story[] = [
  {
    email: 'ana.rivera@northside.example',
    own: {
      mobile_number: '6175550123',
      address_1: '18 Maple Street',
      address_2: 'Apt 4',
      city: 'Cambridge',
      state: 'MA',
      zip_code: '02139',
      dob: '04-17-1986',
      gender: 'Female',
      race: 'Hispanic or Latino',
    },
    medical: {
      neck_length: '11 cm',
      head_circumference: '55 cm',
      pregnant_or_nursing: 'N',
      birth_control_pills: 'N',
      travel_restrictions: 'Does not drive; comes by train.',
      participating_in_research: 'No',
      previous_history: 'Migraine with aura since 2009. Appendectomy 2014. No implants, no metal fragments.',
    },
    ...northside,
    care: {
      patient_type: 'Patient',
      indication: ['Aneurysm', 'Unclear'],
      priority: 'Routine',
      md_review: 'Y',
      full_coverage: 'N',
      recruitment_source: 'Referral',
      additional_comments: 'Prefers appointments in the morning.',
    },
    statuses: [
      { status: 'Accepted', status_comment: 'Referral is complete.' },
      { status: 'Scanned', status_comment: 'First scan without problems.' },
    ],
    notes: [
      { by: 'nurse', text: 'Called to explain the portable scanner; no claustrophobia.' },
      {
        by: 'physician',
        text: 'Small aneurysm known from outside imaging.\nCompare with the follow-up in six months.',
      },
    ],
    mrn: { superAdmin: northside.superAdmin, mrn_number: 'LN-204417' },
  },
  {
    email: 'ben.okafor@northside.example',
    own: {
      mobile_number: '6175550188',
      address_1: '52 Harbor Street',
      city: 'Boston',
      state: 'MA',
      zip_code: '02115',
      dob: '11-02-1974',
      gender: 'Male',
      race: 'Black or African American',
    },
    medical: { neck_length: '13 cm', head_circumference: '58 cm', previous_history: 'Stroke in 2021, good recovery.' },
    ...northside,
    care: { patient_type: 'Patient', indication: ['Stroke'], priority: 'Urgent', recruitment_source: 'Events' },
    statuses: [{ status: 'Scanned', status_comment: '' }],
    notes: [{ by: 'nurse', text: 'His daughter may be called as well.' }],
    mrn: { superAdmin: northside.superAdmin, mrn_number: 'LN-198260' },
  },
  {
    email: 'dana.rossi@lakeview.example',
    own: {
      mobile_number: '3125550119',
      address_1: '7 Prospect Avenue',
      city: 'Chicago',
      state: 'IL',
      zip_code: '60611',
      dob: '07-29-1991',
      gender: 'Female',
      race: 'White',
    },
    medical: { head_circumference: '54 cm', participating_in_research: 'A sleep study at another site, until spring.' },
    ...lakeview,
    care: { patient_type: 'Volunteer', recruitment_source: 'QR code' },
    statuses: [{ status: 'Scanned', status_comment: '' }],
    notes: [],
  },
  {
    email: 'eli.novak@lakeview.example',
    own: {
      mobile_number: '3125550162',
      address_1: '311 Summit Street',
      city: 'Milwaukee',
      state: 'WI',
      zip_code: '53202',
      dob: '01-08-1968',
      gender: 'Male',
      race: 'White',
    },
    medical: { previous_history: 'Epilepsy since childhood; free of seizures for four years.' },
    ...lakeview,
    care: { patient_type: 'Patient', indication: ['Epilepsy'], priority: 'Routine', recruitment_source: 'Referral' },
    statuses: [{ status: 'Screened', status_comment: 'Waiting for the implant card.' }],
    notes: [{ by: 'physician', text: 'Confirm the vagus nerve stimulator before any scan.' }],
    mrn: { superAdmin: lakeview.superAdmin, mrn_number: 'LV-330918' },
  },
]

/** Fills in the records of the named patients. What is there already is not done twice. */
const fillIn = async (as: SignedIn, story: Story) => {
  const { email } = story
  const [patient, nurse, physician] = await Promise.all([as(email), as(story.nurse), as(story.physician)])
  const read = async () => (await nurse.call(getPatientInfo, { params: { key: email } })).patient
  const { _id, status_history, notes } = await read()
  const edit = (by: typeof nurse, fields: object) => by.call(updatePatient, { body: { _id, ...fields } })

  await patient.call(updateMyProfile, { body: { _id, ...story.own } })
  await patient.call(updateMyMedicalInfo, { params: { email }, body: story.medical })
  await edit(nurse, { ...story.care, provider_id: physician.user.provider_id })
  for (const step of story.statuses)
    if (!status_history.some(({ status }) => status === step.status)) await edit(nurse, step)
  for (const { by, text } of story.notes.slice(notes.length))
    await edit(by === 'nurse' ? nurse : physician, { notes: [...(await read()).notes, text] })
  if (story.mrn) await edit(await as(story.mrn.superAdmin), { mrn_number: story.mrn.mrn_number })
}

export const profiles = async (as: SignedIn) => {
  for (const story of stories) await fillIn(as, story)
}
