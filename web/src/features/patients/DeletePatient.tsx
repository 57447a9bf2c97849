import { deletePatient, getPatientSession, listPatients, type PatientRow } from '@fornix/contract'
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSend } from '../../platform/calls/api.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { messages } from './messages.ts'
import { nameOf } from './patient-rows.tsx'

const texts = messages.remove

type Props = { patient: PatientRow | undefined; onClose: () => void }

/** Asks by name, deletes, and says how it went. */
export const DeletePatient = ({ patient, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const [done, setDone] = useState(false)
  const remove = useSend(deletePatient, { refreshes: [listPatients, getPatientSession] })
  const close = () => {
    onClose()
    setReason('')
    setDone(false)
    remove.reset()
  }
  const confirm = () => {
    // The code, because an address may have changed since the list was fetched.
    if (patient)
      remove.mutate({ params: { email: patient.patient_id }, body: { reason } }, { onSuccess: () => setDone(true) })
  }
  if (done)
    return (
      <MessageModal opened title={texts.doneTitle} button={messages.okay} onClose={close}>
        {texts.done}
      </MessageModal>
    )
  if (remove.isError)
    return (
      <MessageModal opened title={texts.failedTitle} button={messages.ok} onClose={close}>
        {texts.failed}
      </MessageModal>
    )
  return (
    <Modal opened={patient !== undefined} onClose={close} title={texts.title}>
      {patient && (
        <Stack>
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
          <Group justify="flex-end" gap="sm">
            <Button variant="default" data-autofocus onClick={close} disabled={remove.isPending}>
              {texts.cancel}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={confirm}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
