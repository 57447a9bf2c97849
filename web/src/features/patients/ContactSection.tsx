import { ContactForm } from '@fornix/contract'
import { PendingEmail } from '../../clinic/sign-in/PendingEmail.tsx'
import { ContactFields } from './lazy-fields.tsx'
import { messages } from './messages.ts'
import { SectionCard } from './SectionCard.tsx'
import { contactValues, fieldLabels } from './sections.ts'
import { ContactSummary } from './summaries.tsx'
import type { PatientRecord } from './use-patient-record.ts'
import { useSectionEdit } from './use-section-edit.ts'

/** Contact details: the same card for the patient and for staff. */
export const ContactSection = ({ record }: { record: PatientRecord }) => {
  const { patient } = record
  const edit = useSectionEdit(record, { name: 'contact', valuesOf: contactValues, schema: ContactForm })
  return (
    <SectionCard
      section="contact"
      edit={edit}
      labels={fieldLabels}
      fields={(form) => <ContactFields form={form} emailHint={messages.emailHint} />}
      summary={
        <>
          {patient.pending_email && <PendingEmail address={patient.pending_email} />}
          <ContactSummary patient={patient} />
        </>
      }
    />
  )
}
