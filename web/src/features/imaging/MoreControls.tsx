import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './controls.module.css'
import { messages } from './messages.ts'

/** Another series or kind of view is another component. */
let wasOpen = false

/** Folds away what a narrow window has no room for. */
export const MoreControls = ({ children }: { children: ReactNode }) => {
  const id = useId()
  const [isOpen, setOpen] = useState(wasOpen)
  const toggle = () => {
    wasOpen = !isOpen
    setOpen(wasOpen)
  }
  return (
    <>
      <UnstyledButton
        className={`${styles.command} ${styles.more}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {messages.moreControls} <IconChevronDown size={18} aria-hidden />
      </UnstyledButton>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </>
  )
}
