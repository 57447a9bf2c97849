import type { Appointment } from '@fornix/contract'
import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { ApiFailure } from '../../platform/calls/api.ts'
import { useAttempt } from '../../ui/form/use-attempt.ts'
import { messages } from './messages.ts'

type Props = {
  appointment: Appointment | undefined
  when: string
  cancel: (id: string) => Promise<Appointment>
  onClose: () => void
  onDone: (appointment: Appointment) => void
}

export const CancelModal = ({ appointment, when, cancel, onClose, onDone }: Props) => {
  const { attempt, busy, problem, dismiss } = useAttempt((error) =>
    error instanceof ApiFailure ? error.message : messages.fetchFailed,
  )
  const close = () => {
    dismiss()
    onClose()
  }
  const confirm = (cancelled: Appointment) =>
    attempt(
      () => cancel(cancelled.id),
      (fresh) => {
        close()
        onDone(fresh)
      },
    )
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
        <Button color="red" loading={busy} onClick={() => appointment && void confirm(appointment)}>
          {messages.cancel}
        </Button>
      </Group>
    </Modal>
  )
}
