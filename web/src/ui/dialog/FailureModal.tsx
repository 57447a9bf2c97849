import type { ReactNode } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { MessageModal } from './MessageModal.tsx'

type Props = { failure: ReactNode; button?: string; onClose: () => void }

/** "Oh Snap!", while there is a failure. */
export const FailureModal = ({ failure, button = messages.error.ok, onClose }: Props) => (
  <MessageModal
    opened={failure !== undefined}
    tone="failure"
    title={messages.error.title}
    button={button}
    onClose={onClose}
  >
    {failure}
  </MessageModal>
)
