import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { ToneTitle } from '../../ui/dialog/ToneTitle.tsx'
import { FeedbackForm } from './FeedbackForm.tsx'
import { messages } from './messages.ts'

/** The staff's feedback form on any page, in a modal. One dialog for form and thanks, so that the focus returns to where it was. */
export const FeedbackModal = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [sent, setSent] = useState(false)
  // A dialog that mounts open does not note where the focus was.
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // Reopened while still closing, it would keep showing the thanks.
    if (opened) setSent(false)
    setShown(opened)
  }, [opened])
  return (
    <Modal
      opened={shown}
      onClose={onClose}
      title={sent ? <ToneTitle tone="success">{messages.thanks}</ToneTitle> : messages.title}
      size="lg"
    >
      {sent ? (
        <>
          <Text>{messages.sent}</Text>
          <Group justify="flex-end" mt="lg">
            <Button autoFocus onClick={onClose}>
              {messages.ok}
            </Button>
          </Group>
        </>
      ) : (
        <FeedbackForm onSent={() => setSent(true)} onCancel={onClose} />
      )}
    </Modal>
  )
}
