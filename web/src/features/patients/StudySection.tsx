import type { StaffPatient } from '@fornix/contract'
import { editableBy } from '@fornix/contract'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { useSession } from '../../platform/session/session.tsx'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { StudyFields } from './lazy-fields.tsx'
import { messages } from './messages.ts'
import { SectionCard } from './SectionCard.tsx'
import { StatusHistory } from './StatusHistory.tsx'
import { fieldLabels, studyForm, studyValues, yesNoOf } from './sections.ts'
import type { PatientRecord } from './use-patient-record.ts'
import { useSectionEdit } from './use-section-edit.ts'

/** The staff's planning and assessment: read and written only by staff. */
export const StudySection = ({ record }: { record: PatientRecord<StaffPatient> }) => {
  const { patient } = record
  const seesMedical = record.medicalInformation !== null
  const role = useSession()?.role
  const writesMrn = role !== undefined && editableBy(role).includes('mrn_number')
  const edit = useSectionEdit(record, { name: 'study', valuesOf: studyValues, schema: studyForm(writesMrn) })
  const source =
    patient.recruitment_source === 'Other' && patient.other_recruitment_source
      ? `${patient.recruitment_source}: ${patient.other_recruitment_source}`
      : patient.recruitment_source
  return (
    <SectionCard
      section="study"
      edit={edit}
      labels={fieldLabels}
      fields={(form) => (
        <StudyFields form={form} writesMrn={writesMrn} seesMedical={seesMedical && !record.in_emergency} />
      )}
      summary={
        <>
          <SummaryList
            rows={[
              [messages.fields.mrn_number, patient.mrn_number],
              [messages.fields.physician_name, patient.physician_name],
              [messages.fields.patient_type, patient.patient_type],
              [messages.fields.status, <StatusBadge key="status" status={patient.status} />],
              [messages.fields.status_comment, patient.status_comment],
              [messages.fields.indication, seesMedical ? patient.indication.join(', ') : messages.withheld.indication],
              [messages.fields.priority, patient.priority],
              [messages.fields.md_review, yesNoOf(patient.md_review)],
              [messages.fields.full_coverage, yesNoOf(patient.full_coverage)],
              [messages.fields.recruitment_source, source],
              [messages.fields.additional_comments, patient.additional_comments],
            ]}
          />
          <StatusHistory history={patient.status_history} />
        </>
      }
    />
  )
}
