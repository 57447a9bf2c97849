import { Avatar, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { Session } from '../../platform/session/session.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useMenuButton } from '../../ui/dialog/use-menu-button.ts'
import type { AccountEntry } from '../../ui/shell/account-entry.ts'
import styles from './header.module.css'
import { messages } from './messages.ts'

const AccountItems = lazyDialog(async () => (await import('./AccountItems.tsx')).AccountItems, { opened: false })

const nameOf = ({ user }: Session) => `${user.first_name} ${user.last_name}`.trim() || user.email

type Props = {
  session: Session
  logout: string
  entries?: readonly AccountEntry[]
  /** Whether there are tables, whose density can be set. */
  tables?: boolean
}

/** Who is signed in and in which project, other pages, appearance settings, and the way out. */
export const AccountMenu = ({ session, entries = [], tables = false, ...props }: Props) => {
  const name = session.acting?.name ?? nameOf(session)
  const { button, menu } = useMenuButton()
  return (
    <>
      <UnstyledButton {...button} className={styles.avatar}>
        {/* The initials stay in the accessible name, so that voice control users can say what they see. */}
        <Avatar radius="xl" color="petrol" size={40} name={name} component="span" />
        <VisuallyHidden component="span"> {messages.account(name)}</VisuallyHidden>
      </UnstyledButton>
      <AccountItems {...props} {...menu} session={session} name={name} entries={entries} tables={tables} />
    </>
  )
}
