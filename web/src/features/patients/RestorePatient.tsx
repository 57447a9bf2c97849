import { listPatients, type PatientRow, restorePatient } from '@fornix/contract'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure, useSend } from '../../platform/calls/api.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { messages } from './messages.ts'
import { nameOf } from './patient-rows.tsx'

const texts = messages.restore

/** A conflict says why: somebody else has the address or the number by now. */
const failureOf = (error: unknown) =>
  error instanceof ApiFailure && error.status === 409 ? error.message : texts.failed

type Props = { patient: PatientRow | undefined; onClose: () => void }

/** Asks by name, brings the record back, and says how it went. */
export const RestorePatient = ({ patient, onClose }: Props) => {
  const [done, setDone] = useState(false)
  const restore = useSend(restorePatient, { refreshes: [listPatients] })
  const close = () => {
    onClose()
    setDone(false)
    restore.reset()
  }
  const confirm = () => {
    if (patient) restore.mutate({ params: { patient_id: patient.patient_id } }, { onSuccess: () => setDone(true) })
  }
  if (done && patient)
    return (
      <MessageModal opened title={texts.doneTitle} button={messages.okay} onClose={close}>
        {texts.done(nameOf(patient))}
      </MessageModal>
    )
  if (restore.isError)
    return (
      <MessageModal opened title={messages.remove.failedTitle} button={messages.ok} onClose={close}>
        {failureOf(restore.error)}
      </MessageModal>
    )
  return (
    <Modal opened={patient !== undefined} onClose={close} title={texts.title}>
      {patient && (
        <Stack>
          <Text style={{ overflowWrap: 'anywhere' }}>
            <b>{nameOf(patient)}</b> ({patient.patient_id}) {texts.text}
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close} disabled={restore.isPending}>
              {messages.remove.cancel}
            </Button>
            <Button data-autofocus loading={restore.isPending} onClick={confirm}>
              {texts.short}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
