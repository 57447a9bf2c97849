import { Title } from '@mantine/core'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import type { Tone } from '../state/tones.tsx'
import styles from './alert-dialog.module.css'
import { ToneTitle } from './ToneTitle.tsx'

type Props = {
  title: string
  /** What a message is; a form has none. */
  tone?: Tone
  onEscape?: () => void
  /** A form, rather than a message, is no alert. */
  role?: 'alertdialog' | 'dialog'
  /** The page behind it cannot be read, and Escape does not close it. */
  covers?: boolean
  children: ReactNode
}

const escapeMark = 'data-mantine-stop-propagation'
/** Mantine’s dialogs listen on the window: Escape would close the one below as well, unless the focused element has this mark. */
const keepBelowOpen = { [escapeMark]: 'true' }

/**
 * A dialog that interrupts, on top of everything that is open. It is the browser's own: Mantine's dialogs cannot be `alertdialog`.
 * The element marked `data-autofocus` gets the focus; on closing, the focus returns to where it was.
 */
export const AlertDialog = ({ title, tone, onEscape, role = 'alertdialog', covers, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed before React removes it: afterward, a browser no longer returns the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      role={role}
      className={`${styles.dialog} ${covers ? styles.covers : ''}`}
      tabIndex={-1}
      {...keepBelowOpen}
      onFocus={({ target }) => target.setAttribute(escapeMark, 'true')}
      aria-labelledby={`${id}-title`}
      aria-describedby={role === 'alertdialog' ? `${id}-text` : undefined}
      // Browsers let a second Escape close a dialog that refused the first.
      onKeyDown={(event) => covers && event.key === 'Escape' && event.preventDefault()}
      onCancel={(event) => {
        event.preventDefault()
        onEscape?.()
      }}
    >
      <Title order={2} size="h3" mb="sm" id={`${id}-title`}>
        {tone ? <ToneTitle tone={tone}>{title}</ToneTitle> : title}
      </Title>
      <div id={`${id}-text`}>{children}</div>
    </dialog>
  )
}
