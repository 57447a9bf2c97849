import { Button, type ButtonProps, Group, type GroupProps } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'

type Props = Pick<GroupProps, 'mt'> &
  Pick<ButtonProps, 'size'> & {
    submit: string
    busy: boolean
    /** If there is something to go back to. */
    onCancel?: (() => void) | undefined
  }

/** At the end of a form on a page: the submit button and the way out. */
export const FormButtons = ({ submit, busy, onCancel, size = 'sm', mt }: Props) => (
  <Group gap="sm" {...(mt && { mt })}>
    <Button type="submit" size={size} loading={busy}>
      {submit}
    </Button>
    {onCancel && (
      <Button variant="default" size={size} disabled={busy} onClick={onCancel}>
        {messages.cancel}
      </Button>
    )}
  </Group>
)
