import {
  ageAtMost,
  keysOf,
  type MedicalEdit,
  MedicalForm,
  type MedicalInformation,
  oldestOnPatientForm,
  oldestOnStaffForm,
  pick,
  sizeWithUnit,
} from '@fornix/contract'
import { Card, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { WithheldNote } from '../../clinic/records/WithheldNote.tsx'
import { SummaryColumns } from '../../ui/display/SummaryList.tsx'
import { useRecordEdit } from '../../ui/edit/use-record-edit.ts'
import { MedicalFields } from './lazy-fields.tsx'
import { messages } from './messages.ts'
import { SectionCard } from './SectionCard.tsx'
import { fieldLabels, type MedicalValues, medicalValues } from './sections.ts'
import { MedicalSummary } from './summaries.tsx'
import type { PatientRecord } from './use-patient-record.ts'

type Props = { record: PatientRecord; own: boolean }

const Frame = ({ children }: { children: ReactNode }) => (
  <Card component="section" aria-labelledby="medical-title">
    <Title order={2} size="h3" id="medical-title" mb="sm">
      {messages.sections.medical}
    </Title>
    {children}
  </Card>
)

const MedicalCard = ({ record, own, medical }: Props & { medical: MedicalInformation }) => {
  const { patient } = record
  const ageFollows = patient.dob !== null
  const oldest = own ? oldestOnPatientForm : oldestOnStaffForm
  const form = MedicalForm.extend({
    neck_length: sizeWithUnit(medical.neck_length),
    head_circumference: sizeWithUnit(medical.head_circumference),
  })
  const edit = useRecordEdit<MedicalValues>({
    name: `medical.${patient.patient_id}`,
    values: medicalValues(medical),
    // An age derived from the date of birth is not typed here, so it must not block the form.
    schema: ageFollows ? form.omit({ age: true }) : form.extend({ age: ageAtMost(oldest, medical.age) }),
    failed: messages.details.saveFailed,
    // The contract's own schema has just validated the form.
    save: (changes, _version, base) => record.saveMedical(changes as MedicalEdit, pick(base, keysOf(changes))),
    latest: async () => ({ values: medicalValues((await record.latest()).medicalInformation ?? medical) }),
  })
  return (
    <SectionCard
      anchor="medical-information"
      section="medical"
      edit={edit}
      labels={fieldLabels}
      fields={(values) => <MedicalFields form={values} own={own} ageFollows={ageFollows} />}
      summary={<MedicalSummary medical={medical} own={own} />}
    />
  )
}

/** Medical information: the same card for the patient (age up to 100) and for staff (age up to 80). */
export const MedicalSection = ({ record, own }: Props) => {
  const medical = record.medicalInformation
  if (!medical)
    return (
      <Frame>
        <WithheldNote patientKey={record.patient.patient_id}>{messages.withheld.medical}</WithheldNote>
      </Frame>
    )
  if (!record.in_emergency) return <MedicalCard record={record} own={own} medical={medical} />
  return (
    <Frame>
      <Text size="sm" c="dimmed" mb="sm">
        With emergency access you can read this. You cannot change it.
      </Text>
      <SummaryColumns>
        <MedicalSummary medical={medical} own={own} />
      </SummaryColumns>
    </Frame>
  )
}
