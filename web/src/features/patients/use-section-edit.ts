import { useRecordEdit, type Values } from '../../ui/edit/use-record-edit.ts'
import { messages } from './messages.ts'
import type { PatientChanges } from './sections.ts'
import type { PatientRecord } from './use-patient-record.ts'

type Section<P, V extends Values> = {
  name: 'contact' | 'study'
  valuesOf: (patient: P) => V
  schema: Parameters<typeof useRecordEdit<V>>[0]['schema']
}

/** Edits the patient fields of one card. */
export const useSectionEdit = <P extends PatientRecord['patient'], V extends Values>(
  record: PatientRecord<P>,
  { name, valuesOf, schema }: Section<P, V>,
) =>
  useRecordEdit<V>({
    name: `${name}.${record.patient.patient_id}`,
    values: valuesOf(record.patient),
    version: record.patient.version,
    schema,
    failed: messages.details.saveFailed,
    // The contract's own schema has just validated the form.
    save: (changes, version) => record.savePatient(changes as PatientChanges, version),
    latest: async () => {
      const now = (await record.latest()).patient
      return { values: valuesOf(now), version: now.version }
    },
  })
