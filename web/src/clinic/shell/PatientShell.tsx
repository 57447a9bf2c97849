import { careAt } from '@fornix/contract'
import { Container, Group } from '@mantine/core'
import {
  IconCalendarEvent,
  IconFiles,
  IconHome,
  IconInfoCircle,
  IconMessage,
  IconMessages,
  IconReceipt,
  IconScan,
  IconShieldCheck,
  IconUser,
  IconUserCog,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { useSession } from '../../platform/session/session.tsx'
import { isShared } from '../../platform/session/shared.ts'
import type { AccountEntry } from '../../ui/shell/account-entry.ts'
import bottom from '../../ui/shell/bottom.module.css'
import { NavEntry } from '../../ui/shell/NavEntry.tsx'
import { NoticeBar } from '../../ui/shell/NoticeBar.tsx'
import nav from '../../ui/shell/nav.module.css'
import { OfflineBar } from '../../ui/shell/OfflineBar.tsx'
import { SkipLink } from '../../ui/shell/SkipLink.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import header from './header.module.css'
import { messages } from './messages.ts'
import { NotShared } from './NotShared.tsx'
import { PatientFooter } from './PatientFooter.tsx'
import styles from './shell.module.css'

type Entry = { to: string; label: string; icon: TablerIcon }

/** The side menu of the record pages. */
const side: Entry[] = [
  { to: paths.profile, label: messages.nav.patient, icon: IconUser },
  { to: paths.scan, label: messages.nav.scan, icon: IconScan },
  { to: paths.files, label: messages.nav.file, icon: IconFiles },
]
const withSide: readonly string[] = [paths.scan, paths.files]

/** Pages to read or fill in have one centered column; lists and overviews use the full width. */
const reading: readonly string[] = [paths.account, paths.mrSafety, paths.news, paths.survey]

/** The links of the patient area, with the same words everywhere: in the header, and on a phone in the bottom bar. */
const main: Entry[] = [
  { to: paths.profile, label: messages.nav.home, icon: IconHome },
  { to: paths.patientTab('appointment'), label: messages.nav.appointments, icon: IconCalendarEvent },
  { to: paths.scan, label: messages.nav.scans, icon: IconScan },
  { to: paths.files, label: messages.nav.files, icon: IconFiles },
  { to: paths.patientTab('reimbursement'), label: messages.nav.claims, icon: IconReceipt },
]

/** The entries of the account menu; a caregiver sees whose profile it is. */
const accountOf = (firstName: string): AccountEntry[] => [
  {
    to: paths.patientTab('profile'),
    label: firstName ? messages.nav.profileOf(firstName) : messages.nav.ownProfile,
    icon: IconUser,
  },
  { to: paths.messages, label: messages.nav.messages, icon: IconMessages },
  { to: paths.account, label: messages.nav.account, icon: IconUserCog },
  { to: paths.accessLog, label: messages.nav.accessLog, icon: IconShieldCheck },
  { to: paths.contact, label: messages.nav.contact, icon: IconMessage },
  { to: paths.about, label: messages.nav.about, icon: IconInfoCircle },
]

/** For a caregiver only if something was shared. */
const isOpen = (entry: Entry | AccountEntry) => !('to' in entry) || isShared(careAt(entry.to))

const useIsHere = () => {
  const here = useLocation().pathname.toLowerCase().replace(/\/$/, '')
  return (to: string) => (here === to.toLowerCase() ? 'page' : undefined)
}

type Props = {
  /** Replaces every page, without links to others. */
  only?: ReactNode
  /** News, beside the account. */
  bell?: ReactNode
}

/** The shell around everything that a patient sees. */
export const PatientShell = ({ only, bell }: Props) => {
  const session = useSession()
  const { firstName } = useCared()
  const isHere = useIsHere()
  const { pathname } = useLocation()
  if (!session) return null
  const isUnder = (path: string) => pathname.toLowerCase().startsWith(path.toLowerCase())
  const care = careAt(pathname)
  const isClosed = !isShared(care)
  const shown = main.filter(isOpen)
  const hasSide = !only && !isClosed && withSide.some(isUnder)
  const isReading = !only && reading.some(isUnder)
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={header.header}>
        <Container size="lg">
          <Group h="100%" justify="space-between" wrap="nowrap">
            <Brand to={only ? paths.home : paths.profile} />
            {!only && (
              <Group component="nav" aria-label={messages.patientNav} gap="lg" wrap="nowrap" className={header.top}>
                {shown.map(({ to, label }) => (
                  <Link key={to} to={to} className={nav.link} aria-current={isHere(to)}>
                    {label}
                  </Link>
                ))}
              </Group>
            )}
            <Group gap="xs" wrap="nowrap">
              {!only && <div className={header.bell}>{bell}</div>}
              <AccountMenu
                session={session}
                logout={messages.logout}
                entries={only ? [] : accountOf(firstName).filter(isOpen)}
              />
            </Group>
          </Group>
        </Container>
      </header>
      <Container size="lg" w="100%" pt="lg" className={`${styles.patient} ${hasSide ? styles.columns : ''}`}>
        {hasSide && (
          <nav aria-label={messages.nav.patient} className={nav.nav}>
            {side.filter(isOpen).map(({ to, label, icon }) => (
              <NavEntry key={to} to={to} label={label} icon={icon} aria-current={isHere(to)} />
            ))}
          </nav>
        )}
        <main id="main" tabIndex={-1} className={`${styles.main} ${isReading ? styles.reading : ''}`}>
          <NoticeBar />
          {only ?? (isClosed ? <NotShared session={session} care={care} /> : <Outlet />)}
        </main>
      </Container>
      {!only && <PatientFooter />}
      <OfflineBar />
      {!only && (
        <nav aria-label={messages.patientNav} className={bottom.bottom}>
          {shown.map(({ to, label, icon: Icon }) => (
            <Link key={to} to={to} aria-current={isHere(to)}>
              <Icon size={24} aria-hidden />
              {label}
            </Link>
          ))}
        </nav>
      )}
    </div>
  )
}
