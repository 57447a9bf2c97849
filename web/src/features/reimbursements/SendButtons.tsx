import { Button, Group } from '@mantine/core'
import { messages } from './messages.ts'

type Props = { label: string; busy: boolean; waits: boolean; onCancel: () => void }

/** Below a form with a receipt, which is prepared before it can be sent. */
export const SendButtons = ({ label, busy, waits, onCancel }: Props) => (
  <Group gap="sm">
    <Button type="submit" disabled={busy || waits}>
      {busy ? messages.submitting : label}
    </Button>
    <Button variant="default" onClick={onCancel} disabled={busy}>
      {messages.cancel}
    </Button>
  </Group>
)
