import { Stack, Text } from '@mantine/core'
import { FailureModal } from '../../ui/dialog/FailureModal.tsx'
import type { Failure } from './use-invite-form.ts'

/** What failed, and why, if the server says so. */
export const InviteFailure = ({ failure, onClose }: { failure: Failure | undefined; onClose: () => void }) => (
  <FailureModal
    failure={
      failure && (
        <Stack gap="xs">
          <Text>{failure.sentence}</Text>
          {failure.why && <Text c="dimmed">{failure.why}</Text>}
        </Stack>
      )
    }
    onClose={onClose}
  />
)
