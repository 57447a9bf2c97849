import { deletePatient, getPatientSession, listPatients, type PatientRow } from '@fornix/contract'
import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../platform/calls/api.ts'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { messages } from './messages.ts'
import { nameOf } from './patient-rows.tsx'

const texts = messages.remove

type Props = { patient: PatientRow | undefined; onClose: () => void }

/** Asks by name, deletes, and says how it went. */
export const DeletePatient = ({ patient, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const remove = useSend(deletePatient, { refreshes: [listPatients, getPatientSession] })
  return (
    <ConfirmDialog
      opened={patient !== undefined}
      onClose={() => {
        onClose()
        setReason('')
      }}
      sending={remove}
      // The code, because an address may have changed since the list was fetched.
      onConfirm={() => patient && remove.mutate({ params: { email: patient.patient_id }, body: { reason } })}
      texts={texts}
      done={texts.done}
      failed={texts.failed}
      grave
    >
      {patient && (
        <>
          <Text style={{ overflowWrap: 'anywhere' }}>
            <b>{nameOf(patient)}</b> ({[patient.patient_id, patient.mrn_number].filter(Boolean).join(', ')}){' '}
            {texts.text}
          </Text>
          <Text>{texts.kept}</Text>
          <TextInput
            label={texts.reason}
            description={texts.reasonHint}
            maxLength={200}
            autoComplete="off"
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
