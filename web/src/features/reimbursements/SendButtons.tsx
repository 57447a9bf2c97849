import { Button, Group } from '@mantine/core'
import type { Ref } from 'react'
import { messages } from './messages.ts'

type Props = { ref: Ref<HTMLButtonElement>; label: string; busy: boolean; waits: boolean; onCancel: () => void }

/** Under a form with a receipt, which is made ready before it can be sent. */
export const SendButtons = ({ ref, label, busy, waits, onCancel }: Props) => (
  <Group gap="sm">
    <Button ref={ref} type="submit" disabled={busy || waits}>
      {busy ? messages.submitting : label}
    </Button>
    <Button variant="default" onClick={onCancel} disabled={busy}>
      {messages.cancel}
    </Button>
  </Group>
)
