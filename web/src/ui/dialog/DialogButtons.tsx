import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useOwnWaiting } from '../../platform/calls/waiting.ts'
import styles from './dialog-buttons.module.css'
import { useKeepOpen } from './dialog-state.ts'

export type DialogButtonsProps = {
  confirm: ReactNode
  /** What Cancel is called where it needs another word. */
  cancel?: string
  onCancel: () => void
  busy: boolean
  /** For what cannot be undone: red. */
  grave?: boolean
  /** Starts with the focus on the main button, or on Cancel if that is grave; for dialogs with nothing to fill in. */
  focused?: boolean
  /** If no form surrounds the buttons. */
  onConfirm?: () => void
  /** Placed at the other end. */
  aside?: ReactNode
}

/**
 * Cancel and the main button, at the end of a dialog. Cancel first cancels what the dialog sends while it waits for the network; what was
 * sent already cannot be canceled.
 */
export const DialogButtons = ({
  confirm,
  cancel = messages.cancel,
  onCancel,
  busy,
  grave,
  focused,
  onConfirm,
  aside,
}: DialogButtonsProps) => {
  const own = useOwnWaiting()
  const isWaiting = own.isWaiting && busy
  const startsHere = focused && { 'data-autofocus': true }
  useKeepOpen(busy)
  return (
    <Group justify={aside ? 'space-between' : 'flex-end'} gap="sm" className={styles.buttons}>
      {aside}
      <Group gap="sm">
        <Button
          variant="default"
          onClick={isWaiting ? own.stopWaiting : onCancel}
          disabled={busy && !isWaiting}
          {...(grave && startsHere)}
        >
          {cancel}
        </Button>
        <Button
          type={onConfirm ? 'button' : 'submit'}
          loading={busy}
          {...(onConfirm && { onClick: onConfirm })}
          {...(grave && { color: 'red' })}
          {...(!grave && startsHere)}
        >
          {confirm}
        </Button>
      </Group>
    </Group>
  )
}
