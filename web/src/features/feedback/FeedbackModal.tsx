import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { FeedbackForm } from './FeedbackForm.tsx'
import { messages } from './messages.ts'

/** The staff's feedback from anywhere, over the page. One dialog for form and thanks, so that the focus returns to where it was. */
export const FeedbackModal = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [sent, setSent] = useState(false)
  // A dialog that is open from its first moment does not note where the focus was.
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // Opened again while it still closes, it would go on thanking.
    if (opened) setSent(false)
    setShown(opened)
  }, [opened])
  return (
    <Modal opened={shown} onClose={onClose} title={sent ? messages.thanks : messages.title} size="lg">
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
