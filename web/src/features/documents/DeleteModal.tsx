import type { Document } from '@fornix/contract'
import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useAttempt } from '../../ui/form/use-attempt.ts'
import { messages } from './messages.ts'

type Props = {
  document: Document | undefined
  onClose: () => void
  remove: (fileId: string) => Promise<unknown>
  onDone: (document: Document) => void
}

export const DeleteModal = ({ document, onClose, remove, onDone }: Props) => {
  const { attempt, busy, problem, dismiss } = useAttempt(() => messages.deleteFailed)
  const close = () => {
    dismiss()
    onClose()
  }
  const confirm = (deleted: Document) =>
    attempt(
      () => remove(deleted.file_id),
      () => {
        onDone(deleted)
        close()
      },
    )
  return (
    <Modal opened={document !== undefined} onClose={close} title={messages.deleteTitle}>
      <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
        {messages.deleteText(document?.file_name ?? '')}
      </Text>
      {problem && (
        <Alert color="red" role="alert" mb="md">
          {problem}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={close} disabled={busy}>
          {messages.cancel}
        </Button>
        <Button color="red" loading={busy} onClick={() => document && void confirm(document)}>
          {messages.delete}
        </Button>
      </Group>
    </Modal>
  )
}
