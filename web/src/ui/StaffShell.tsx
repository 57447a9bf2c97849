import { admins, type Role } from '@fornix/contract'
import { AppShell, Badge, Burger, Group, NavLink as NavEntry } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconCalendarEvent,
  IconClockEdit,
  IconLayoutDashboard,
  IconMoodSmile,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useConfig } from '../platform/config.ts'
import { messages } from '../platform/messages.ts'
import { type Session, useSession } from '../platform/session.tsx'
import { type AccountEntry, AccountMenu } from './AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { SideDrawer } from './SideDrawer.tsx'
import { SkipLink } from './SkipLink.tsx'
import styles from './shell.module.css'

type Entry = { to: string; label: string; icon: TablerIcon; roles?: readonly Role[]; also?: readonly string[] }

/** The side navigation; a later page is one more line. */
const entries: Entry[] = [
  { to: paths.patientList, label: messages.nav.patients, icon: IconUsers, also: [paths.profile, paths.files] },
  { to: paths.daySheet, label: messages.nav.daySheet, icon: IconCalendarEvent },
  { to: paths.feedback, label: messages.nav.feedback, icon: IconMoodSmile, roles: admins },
  { to: paths.admin, label: messages.nav.dashboard, icon: IconLayoutDashboard, roles: admins, also: [paths.adminPage] },
  { to: paths.scheduling, label: messages.nav.scheduling, icon: IconClockEdit, roles: admins },
]

const Entries = ({ role, onChoose }: { role: Role; onChoose?: () => void }) => {
  const here = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  return entries
    .filter(({ roles }) => !roles || roles.includes(role))
    .map(({ to, label, icon: Icon, also = [] }) => (
      <NavEntry
        key={to}
        component={Link}
        to={to}
        label={label}
        leftSection={<Icon size={18} aria-hidden />}
        aria-current={[to, ...also].some((path) => path.toLowerCase() === here) ? 'page' : undefined}
        onClick={onChoose}
      />
    ))
}

const projectOf = ({ memberships, project }: Session) =>
  memberships.find((membership) => membership.project === project)?.project_name

type Props = { actions?: ReactNode; account?: readonly AccountEntry[] }

/** The frame of everything that providers and admins see; `actions` stand beside the account menu, `account` in it. */
export const StaffShell = ({ actions, account }: Props) => {
  const session = useSession()
  const [opened, drawer] = useDisclosure()
  const brand = useConfig()?.project_name
  if (!session) return null
  const project = projectOf(session)
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: true } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <SkipLink />
      <AppShell.Header px="md" className={styles.surface}>
        <Group h="100%" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={drawer.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={messages.shell.openMenu}
              aria-expanded={opened}
            />
            <Brand to={paths.patientList} />
            {/* Where the brand is the project's own name, saying it twice helps nobody. */}
            {project && project !== brand && (
              <Badge variant="outline" color="gray" tt="none" radius="sm" visibleFrom="sm" flex="none">
                {project}
              </Badge>
            )}
          </Group>
          <Group gap="sm" wrap="nowrap" flex="none">
            {actions}
            <AccountMenu session={session} logout={messages.shell.logOut} entries={account} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className={`${styles.surface} ${styles.nav}`} aria-label={messages.shell.mainNav}>
        <Entries role={session.role} />
      </AppShell.Navbar>
      <SideDrawer opened={opened} onClose={drawer.close} position="left" className={styles.nav}>
        <Entries role={session.role} onChoose={drawer.close} />
      </SideDrawer>
      <AppShell.Main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.width}>
          <NoticeBar />
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
