import { ContactForm } from '@fornix/contract'
import { EditCard } from '../../ui/edit/EditCard.tsx'
import { useRecordEdit } from '../../ui/edit/use-record-edit.ts'
import { PendingEmail } from '../../ui/form/PendingEmail.tsx'
import { ContactFields } from './lazy-fields.tsx'
import { messages } from './messages.ts'
import { type ContactValues, contactValues, fieldLabels, type PatientChanges } from './sections.ts'
import { ContactSummary } from './summaries.tsx'
import type { PatientRecord } from './use-patient-record.ts'

/** Contact details: the same card for the patient and for the staff. */
export const ContactSection = ({ record }: { record: PatientRecord }) => {
  const { patient } = record
  const edit = useRecordEdit<ContactValues>({
    name: `contact.${patient.patient_id}`,
    values: contactValues(patient),
    version: patient.version,
    schema: ContactForm,
    failed: messages.details.saveFailed,
    // The form has just been checked by the contract's own schema.
    save: (changes, version) => record.savePatient(changes as PatientChanges, version),
    latest: async () => {
      const now = (await record.latest()).patient
      return { values: contactValues(now), version: now.version }
    },
  })
  return (
    <EditCard
      title={messages.sections.contact}
      editLabel={messages.sections.editContact}
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
