import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { ErrorState } from '../state/ErrorState.tsx'
import { MessageModal } from './MessageModal.tsx'

/** "Oh Snap!" over a page whose content could not be fetched. Dismissed, the sentence stays where the content would be. */
export const ErrorDialog = ({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) => {
  const [opened, setOpened] = useState(true)
  return (
    <>
      {!opened && <ErrorState message={message} onRetry={onRetry} />}
      <MessageModal
        opened={opened}
        title={messages.error.title}
        button={messages.error.ok}
        onClose={() => setOpened(false)}
      >
        <Text mb={onRetry && 'md'}>{message}</Text>
        {onRetry && (
          <Button variant="light" onClick={onRetry}>
            {messages.error.retry}
          </Button>
        )}
      </MessageModal>
    </>
  )
}
