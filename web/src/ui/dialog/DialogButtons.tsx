import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { stopWaiting, useIsWaiting } from '../../platform/calls/waiting.ts'
import styles from './dialog-buttons.module.css'
import { useKeepOpen } from './keep-open.tsx'

type Props = {
  confirm: ReactNode
  onCancel: () => void
  busy: boolean
  /** For what cannot be taken back: red. */
  grave?: boolean
  /** Begins with the focus on what the dialog is for, where there is nothing to fill in. */
  focused?: boolean
  /** Where no form stands around the buttons. */
  onConfirm?: () => void
  /** Stands at the other end. */
  aside?: ReactNode
}

/** Cancel and what a dialog is for, at its end. What still waits for the network is canceled first; what is on its way no longer can be. */
export const DialogButtons = ({ confirm, onCancel, busy, grave, focused, onConfirm, aside }: Props) => {
  const isWaiting = useIsWaiting()
  useKeepOpen(busy)
  return (
    <Group justify={aside ? 'space-between' : 'flex-end'} gap="sm" className={styles.buttons}>
      {aside}
      <Group gap="sm">
        <Button variant="default" onClick={isWaiting ? stopWaiting : onCancel} disabled={busy && !isWaiting}>
          {messages.cancel}
        </Button>
        <Button
          type={onConfirm ? 'button' : 'submit'}
          loading={busy}
          {...(onConfirm && { onClick: onConfirm })}
          {...(grave && { color: 'red' })}
          {...(focused && { 'data-autofocus': true })}
        >
          {confirm}
        </Button>
      </Group>
    </Group>
  )
}
