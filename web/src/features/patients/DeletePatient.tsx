import { countPatients, deletePatient, getPatientSession, listPatients, type PatientRow } from '@fornix/contract'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { identityOf } from '../../clinic/records/patient-identity.ts'
import { useSend } from '../../platform/calls/api.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { nameOf } from '../../ui/display/names.ts'
import { provesIdentity } from './identity-proof.ts'
import { staffMessages } from './staff-messages.ts'

const texts = staffMessages.remove

type Deletable = Pick<
  PatientRow,
  'patient_id' | 'first_name' | 'last_name' | 'dob' | 'age' | 'gender' | 'mrn_number' | 'has_namesake'
>
type Props = { patient: Deletable | undefined; onClose: () => void; onDeleted?: () => void }

const proofTexts = ({ mrn_number, dob }: Deletable) =>
  mrn_number || dob ? staffMessages.namesake.proof : staffMessages.namesake.proofById
const empty = { reason: '', proof: '', problem: '' }

/** Asks for confirmation by name, for namesakes also for what tells them apart, deletes, and shows the result. */
export const DeletePatient = ({ patient, onClose, onDeleted }: Props) => {
  const [typed, setTyped] = useState(empty)
  const remove = useSend(deletePatient, { refreshes: [countPatients, listPatients, getPatientSession] })
  const check = () => {
    if (!patient?.has_namesake || provesIdentity(typed.proof, patient)) return true
    setTyped({ ...typed, problem: proofTexts(patient).wrong })
    return false
  }
  return (
    <ConfirmDialog
      opened={patient !== undefined}
      onClose={() => {
        onClose()
        setTyped(empty)
        if (remove.isSuccess) onDeleted?.()
      }}
      sending={remove}
      check={check}
      typed={typed}
      // By patient id, because an address may have changed since the list was fetched.
      onConfirm={() =>
        patient && remove.mutate({ params: { email: patient.patient_id }, body: { reason: typed.reason } })
      }
      texts={texts}
      done={texts.done}
      failed={texts.failed}
      grave
    >
      {patient && (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>
            <b>{nameOf(patient)}</b> ({identityOf(patient)}, {patient.patient_id}) {texts.text}
          </Text>
          <Text>{texts.kept}</Text>
          {patient.has_namesake && (
            <TextInput
              label={proofTexts(patient).label}
              description={proofTexts(patient).hint}
              error={typed.problem}
              required
              autoComplete="off"
              value={typed.proof}
              onChange={(event) => setTyped({ ...typed, proof: event.currentTarget.value, problem: '' })}
            />
          )}
          <TextInput
            label={texts.reason}
            description={texts.reasonHint}
            maxLength={200}
            autoComplete="off"
            value={typed.reason}
            onChange={(event) => setTyped({ ...typed, reason: event.currentTarget.value })}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
