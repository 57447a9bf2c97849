import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useIsConnectionUncertain, useOffline } from '../../platform/calls/connection.ts'
import { ErrorState } from '../state/ErrorState.tsx'
import { MessageModal } from './MessageModal.tsx'

/** "Oh Snap!" over a page whose content could not be fetched. When dismissed, or offline, the message appears in place of the content. */
export const ErrorDialog = ({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) => {
  const offline = useOffline()
  const isUncertain = useIsConnectionUncertain()
  const [dialog, setDialog] = useState<'to come' | 'open' | 'read'>(isUncertain ? 'to come' : 'open')
  const opened = dialog === 'open' && !offline
  useEffect(() => {
    // Not when the connection returns either: the content then loads on its own.
    if (offline) setDialog('read')
    else if (!isUncertain) setDialog((now) => (now === 'to come' ? 'open' : now))
  }, [offline, isUncertain])
  return (
    <>
      {!opened && <ErrorState message={message} onRetry={onRetry} />}
      <MessageModal
        opened={opened}
        tone="failure"
        title={messages.error.title}
        button={messages.error.ok}
        onClose={() => setDialog('read')}
        aside={
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              {messages.error.retry}
            </Button>
          )
        }
      >
        {message}
      </MessageModal>
    </>
  )
}
