import { Alert, Button, Group, Text } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { useOffline } from '../../platform/calls/connection.ts'
import { tones } from './tones.tsx'

type Props = { message: string; title?: string; onRetry?: (() => void) | undefined }

/** Without the request to try again, which happens automatically. */
const whatFailed = (message: string) =>
  message
    .replace(messages.error.again, '')
    .trim()
    .replace(/[^.!?]$/, '$&.')

/** Shown where something could not be fetched. When offline it is no error, and the content loads on its own later. */
export const ErrorState = ({ message, title = messages.error.title, onRetry }: Props) => {
  const offline = useOffline()
  const { icon: Icon, color } = tones[offline ? 'offline' : 'failure']
  return (
    <Alert
      color={color}
      role="alert"
      title={offline ? messages.offline[offline] : title}
      icon={<Icon aria-hidden />}
      my="sm"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 200px">
          {offline ? `${whatFailed(message)} ${messages.offline.content}` : message}
        </Text>
        {onRetry && (
          <Button variant="default" onClick={onRetry}>
            {messages.error.retry}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
