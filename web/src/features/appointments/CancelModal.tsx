import type { Appointment } from '@fornix/contract'
import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiFailure } from '../../platform/calls/api.ts'
import { messages } from './messages.ts'

type Props = {
  appointment: Appointment | undefined
  when: string
  cancel: (id: string) => Promise<Appointment>
  onClose: () => void
  onDone: (appointment: Appointment) => void
}

export const CancelModal = ({ appointment, when, cancel, onClose, onDone }: Props) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const close = () => {
    setProblem('')
    onClose()
  }
  const confirm = async () => {
    if (!appointment) return
    setBusy(true)
    setProblem('')
    try {
      const cancelled = await cancel(appointment.id)
      close()
      onDone(cancelled)
    } catch (error) {
      setProblem(error instanceof ApiFailure ? error.message : messages.fetchFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened={appointment !== undefined} onClose={close} title={messages.cancelTitle}>
      <Text mb="md">{messages.cancelText(when)}</Text>
      {problem && (
        <Alert color="red" role="alert" mb="md">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={close} disabled={busy}>
          {messages.cancelKeep}
        </Button>
        <Button color="red" loading={busy} onClick={() => void confirm()}>
          {messages.cancel}
        </Button>
      </Group>
    </Modal>
  )
}
