import { Title } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './alert-dialog.module.css'

type Props = {
  title: string
  onEscape: () => void
  /** A form, rather than a message, is no alert. */
  role?: 'alertdialog' | 'dialog'
  children: ReactNode
}

const escapeMark = 'data-mantine-stop-propagation'
/** Mantine’s dialogs listen at the window: Escape would close the one below as well, unless what has the focus says this. */
const keepBelowOpen = { [escapeMark]: 'true' }

/**
 * A dialog that interrupts, over everything that is open. The browser's own: Mantine's dialogs cannot be `alertdialog`.
 * The element marked `data-autofocus` gets the focus; when it closes, the focus returns to where it was.
 */
export const AlertDialog = ({ title, onEscape, role = 'alertdialog', children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      tabIndex={-1}
      {...keepBelowOpen}
      onFocus={({ target }) => target.setAttribute(escapeMark, 'true')}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        onEscape()
      }}
    >
      <Title order={2} size="h3" mb="sm" id={`${id}-title`}>
        {title}
      </Title>
      <div id={`${id}-text`}>{children}</div>
    </dialog>
  )
}
