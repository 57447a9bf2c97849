import type { Document } from '@fornix/contract'
import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from './messages.ts'

type Props = {
  document: Document | undefined
  onClose: () => void
  remove: (fileId: string) => Promise<unknown>
  onDone: (document: Document) => void
}

export const DeleteModal = ({ document, onClose, remove, onDone }: Props) => {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const close = () => {
    setFailed(false)
    onClose()
  }
  const confirm = async () => {
    if (!document) return
    setBusy(true)
    setFailed(false)
    try {
      await remove(document.file_id)
      onDone(document)
      close()
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened={document !== undefined} onClose={close} title={messages.deleteTitle}>
      <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
        {messages.deleteText(document?.file_name ?? '')}
      </Text>
      {failed && (
        <Alert color="red" role="alert" mb="md">
          {messages.deleteFailed}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" data-autofocus onClick={close} disabled={busy}>
          {messages.cancel}
        </Button>
        <Button color="red" loading={busy} onClick={() => void confirm()}>
          {messages.delete}
        </Button>
      </Group>
    </Modal>
  )
}
