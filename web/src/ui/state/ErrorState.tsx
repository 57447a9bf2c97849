import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'

type Props = { message: string; title?: string; onRetry?: (() => void) | undefined }

/** What stands where something could not be fetched. */
export const ErrorState = ({ message, title = messages.error.title, onRetry }: Props) => (
  <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />} my="sm">
    <Group justify="space-between" gap="sm">
      <Text size="sm" flex="1 1 200px">
        {message}
      </Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {messages.error.retry}
        </Button>
      )}
    </Group>
  </Alert>
)
