import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useIsConnectionInDoubt, useOffline } from '../../platform/calls/connection.ts'
import { ErrorState } from '../state/ErrorState.tsx'
import { MessageModal } from './MessageModal.tsx'

/** "Oh Snap!" over a page whose content could not be fetched. Dismissed, or without network, the sentence is where the content would be. */
export const ErrorDialog = ({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) => {
  const [isUnread, setUnread] = useState(true)
  const offline = useOffline()
  const isInDoubt = useIsConnectionInDoubt()
  const opened = isUnread && !offline && !isInDoubt
  // Nor when the connection is back: it comes by itself then.
  useEffect(() => {
    if (offline) setUnread(false)
  }, [offline])
  return (
    <>
      {!opened && <ErrorState message={message} onRetry={onRetry} />}
      <MessageModal
        opened={opened}
        title={messages.error.title}
        button={messages.error.ok}
        onClose={() => setUnread(false)}
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
