import { type MedicalInformation, mayBePregnant, type OwnPatient } from '@fornix/contract'
import { Text } from '@mantine/core'
import { phoneOf } from '../../clinic/records/patient-identity.ts'
import { translated } from '../../platform/language/t.ts'
import { birthInWords } from '../../ui/display/days.ts'
import { Email } from '../../ui/display/Email.tsx'
import { addressOf } from '../../ui/display/postal-address.ts'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { messages } from './messages.ts'
import { yesNoOf } from './sections.ts'

const { fields } = messages

export const ContactSummary = ({ patient }: { patient: OwnPatient }) => (
  <SummaryList
    rows={[
      [fields.first_name, patient.first_name],
      [fields.last_name, patient.last_name],
      [fields.mobile_number, phoneOf(patient.mobile_number)],
      [fields.email, <Email key="email" address={patient.email} />],
      [fields.address, addressOf(patient)],
      [fields.dob, birthInWords(patient.dob ?? '')],
      [fields.gender, translated(patient.gender)],
      [fields.race, translated(patient.race)],
    ]}
  />
)

const givenOr = (value: string, meanwhile: string) =>
  value || (
    <Text span inherit c="dimmed" fw={400}>
      {meanwhile}
    </Text>
  )
const given = (value: string) => givenOr(value, messages.notAssigned)
/** A patient need not know it. */
const measured = (value: string, own: boolean) => (own ? givenOr(value, messages.own.measured) : value)

/** What the clinic provides: a patient cannot fill in what is missing here. */
export const CareSummary = ({ patient }: { patient: OwnPatient }) => {
  const indication = patient.indication
    .filter((name) => name !== 'Unclear')
    .map(translated)
    .join(', ')
  return (
    <SummaryList
      rows={[
        [messages.own.mrn, given(patient.mrn_number)],
        [fields.physician_name, given(patient.physician_name)],
        [fields.patient_type, given(translated(patient.patient_type))],
        [messages.own.indication, given(indication)],
      ]}
    />
  )
}

type MedicalProps = { medical: MedicalInformation; own: boolean; below?: OwnPatient }

/** `own` is the patient's view, which shows no age unless it is derived; `below` is what already says the same. */
export const MedicalSummary = ({ medical, own, below }: MedicalProps) => (
  <SummaryList
    rows={[
      ...(own && medical.age === null ? [] : [[fields.age, medical.age] as const]),
      ...(['gender', 'race'] as const)
        .filter((name) => below?.[name] !== medical[name])
        .map((name) => [fields[name], translated(medical[name])] as const),
      [fields.neck_length, measured(medical.neck_length, own)],
      [fields.head_circumference, measured(medical.head_circumference, own)],
      ...(['pregnant_or_nursing', 'birth_control_pills'] as const)
        .filter((name) => !own || medical[name] !== '' || mayBePregnant(medical))
        .map((name) => [fields[name], yesNoOf(medical[name])] as const),
      [fields.travel_restrictions, medical.travel_restrictions],
      [fields.participating_in_research, medical.participating_in_research],
      [fields.previous_history, medical.previous_history],
    ]}
  />
)
