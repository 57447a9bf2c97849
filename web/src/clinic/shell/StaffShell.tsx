import type { Role } from '@fornix/contract'
import { ActionIcon, Badge, Burger, Group, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { messages as shared } from '../../platform/base/messages.ts'
import { paths } from '../../platform/base/paths.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { type Session, useSession } from '../../platform/session/session.tsx'
import { SideDrawer } from '../../ui/dialog/SideDrawer.tsx'
import { Hint } from '../../ui/display/Hint.tsx'
import type { AccountEntry } from '../../ui/shell/account-entry.ts'
import { NavEntry } from '../../ui/shell/NavEntry.tsx'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import nav from '../../ui/shell/nav.module.css'
import { OfflineBar } from '../../ui/shell/OfflineBar.tsx'
import { SkipLink } from '../../ui/shell/SkipLink.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import header from './header.module.css'
import { messages } from './messages.ts'
import styles from './shell.module.css'
import { staffPagesOf } from './staff-pages.ts'

/** How many items wait behind a navigation entry, and their label. */
type Counts = Readonly<Record<string, { count: number; label: string }>>
const Count = ({ of }: { of: Counts[string] | undefined }) =>
  of && (
    <Badge variant="filled" size="sm" circle={of.count < 10} className="tabular">
      <span aria-hidden>{of.count}</span>
      <VisuallyHidden>{of.label}</VisuallyHidden>
    </Badge>
  )

/** Returns a function that says whether a page is the open one. */
const useIsHere = () => {
  const here = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  return (...pages: string[]) => (pages.some((path) => path.toLowerCase() === here) ? 'page' : undefined)
}

type EntriesProps = { role: Role; counts: Counts; onChoose?: () => void }
const Entries = ({ role, counts, onChoose }: EntriesProps) => {
  const inDrawer = onChoose !== undefined
  const isHere = useIsHere()
  return staffPagesOf(role)
    .filter(({ side, bar }) => side || (inDrawer && bar))
    .map(({ to, label, icon, also = [] }) => (
      <NavEntry
        key={to}
        to={to}
        label={label}
        icon={icon}
        rightSection={<Count of={counts[to]} />}
        aria-current={isHere(to, ...also)}
        onClick={onChoose}
      />
    ))
}

/** Icons of pages; in a narrow window they are in the drawer. */
const BarIcons = ({ role }: { role: Role }) => {
  const isHere = useIsHere()
  return staffPagesOf(role)
    .filter(({ bar }) => bar)
    .map(({ to, label, icon: Icon }) => (
      <Hint key={to} label={label}>
        <ActionIcon
          component={Link}
          to={to}
          variant={isHere(to) ? 'light' : 'subtle'}
          color={isHere(to) ? undefined : 'gray'}
          size={40}
          aria-label={label}
          aria-current={isHere(to)}
          visibleFrom="sm"
        >
          <Icon size={22} aria-hidden />
        </ActionIcon>
      </Hint>
    ))
}

/** The menu's pages, with in-place actions before the last of them. */
const menuOf = (role: Role, actions: readonly AccountEntry[]): AccountEntry[] => {
  const links = staffPagesOf(role).flatMap(({ menu, to, icon }) => (menu ? [{ label: menu, to, icon }] : []))
  return [...links.slice(0, -1), ...actions, ...links.slice(-1)]
}

const projectOf = ({ memberships, project }: Session) =>
  memberships.find((membership) => membership.project === project)?.project_name

type Props = {
  notice?: ReactNode
  jump?: ReactNode
  actions?: ReactNode
  account?: readonly AccountEntry[]
  counts?: Counts
}
const nothing: Counts = {}

/**
 * The shell around everything that providers and admins see; `jump` and `actions` are in the top bar, `account` in its menu, `notice` above
 * the page.
 */
export const StaffShell = ({ notice, jump, actions, account = [], counts = nothing }: Props) => {
  const session = useSession()
  const [opened, drawer] = useDisclosure()
  const brand = useConfig()?.project_name
  if (!session) return null
  const project = projectOf(session)
  return (
    <div className={styles.staff}>
      <SkipLink />
      <header className={header.header}>
        <Group px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={drawer.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={messages.openMenu}
              aria-expanded={opened}
            />
            <Brand to={paths.patientList} compact />
            {/* If the brand is the project's own name, repeating it helps nobody. */}
            {brand && project && project !== brand && (
              <Badge variant="outline" color="gray" radius="sm" visibleFrom="sm" flex="none">
                {project}
              </Badge>
            )}
          </Group>
          <Group gap="sm" wrap="nowrap" flex="none">
            {jump}
            <BarIcons role={session.role} />
            {actions}
            <AccountMenu session={session} logout={messages.logOut} entries={menuOf(session.role, account)} tables />
          </Group>
        </Group>
      </header>
      <nav aria-label={shared.shell.mainNav} className={`${styles.sidebar} ${nav.nav}`}>
        <Entries role={session.role} counts={counts} />
      </nav>
      <SideDrawer opened={opened} onClose={drawer.close} position="left" className={nav.nav}>
        <Entries role={session.role} counts={counts} onChoose={drawer.close} />
      </SideDrawer>
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.width}>
          {notice}
          <NoticeBar />
          <Outlet />
        </div>
      </main>
      <OfflineBar />
    </div>
  )
}
