import { Stack, Text } from '@mantine/core'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { messages } from './messages.ts'
import type { Failure } from './use-invite-form.ts'

/** "Oh Snap!", and why, if the server says so. */
export const FailureModal = ({ failure, onClose }: { failure: Failure | undefined; onClose: () => void }) => (
  <MessageModal
    tone="failure"
    opened={failure !== undefined}
    title={messages.problem}
    button={messages.ok}
    onClose={onClose}
  >
    <Stack gap="xs">
      <Text>{failure?.sentence}</Text>
      {failure?.why && <Text c="dimmed">{failure.why}</Text>}
    </Stack>
  </MessageModal>
)
