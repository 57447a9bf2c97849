import { Modal } from '@mantine/core'
import { useState } from 'react'
import { MessageModal } from '../../ui/MessageModal.tsx'
import { FeedbackForm } from './FeedbackForm.tsx'
import { messages } from './messages.ts'

/** The staff's feedback from anywhere: the account menu opens it over the page. */
export const FeedbackModal = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [sent, setSent] = useState(false)
  return (
    <>
      <Modal opened={opened && !sent} onClose={onClose} title={messages.title} size="lg">
        <FeedbackForm onSent={() => setSent(true)} onCancel={onClose} />
      </Modal>
      <MessageModal
        opened={opened && sent}
        title={messages.thanks}
        button={messages.ok}
        onClose={() => {
          setSent(false)
          onClose()
        }}
      >
        {messages.sent}
      </MessageModal>
    </>
  )
}
