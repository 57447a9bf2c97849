import { admins, pages, type Role } from '@fornix/contract'
import {
  IconAddressBook,
  IconBell,
  IconCalendarEvent,
  IconClockEdit,
  IconInfoCircle,
  IconLayoutDashboard,
  IconMailQuestion,
  IconMessage,
  IconMoodSmile,
  IconScanEye,
  IconSettings,
  IconUpload,
  IconUserCircle,
  IconUserCog,
  IconUserQuestion,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { messages } from '../../platform/base/messages.ts'
import { paths } from '../../platform/base/paths.ts'

/**
 * A page of the staff and the ways to it: `side` is the navigation beside the page, `menu` its name in the account menu, `bar` an
 * icon in the top bar, `key` what follows `g` on the keyboard. The palette knows all of them.
 */
export type StaffPage = {
  to: string
  label: string
  icon: TablerIcon
  side?: true
  menu?: string
  bar?: true
  key?: string
  /** For fewer roles than the contract's list of pages allows. */
  roles?: readonly Role[]
  /** Other pages on which this entry is the current one. */
  also?: readonly string[]
}

const { nav } = messages
const patientPages = [paths.profile, paths.scan, paths.files, paths.registrations]

/** In the order in which the navigation and the menu show them; About ends the menu. A later page is one more line. */
const all: StaffPage[] = [
  { to: paths.patientList, label: nav.patients, icon: IconUsers, side: true, key: 'p', also: patientPages },
  { to: paths.daySheet, label: nav.daySheet, icon: IconCalendarEvent, side: true, key: 'd' },
  { to: paths.scanUpload, label: nav.scanUpload, icon: IconUpload, side: true, key: 's' },
  { to: paths.adminProfile, label: nav.myProfile, icon: IconUserCircle, menu: nav.myProfile },
  {
    to: paths.operatorProfile,
    label: nav.myProfile,
    icon: IconUserCircle,
    menu: nav.myProfile,
    roles: ['Physician', 'MRI-Tech', 'Nurse'],
  },
  { to: paths.account, label: nav.account, icon: IconUserCog, menu: nav.account },
  { to: paths.admin, label: nav.dashboard, icon: IconLayoutDashboard, side: true, also: [paths.adminPage] },
  {
    to: paths.operatorList,
    label: nav.providers,
    icon: IconAddressBook,
    side: true,
    menu: nav.manageUsers,
    key: 'u',
    also: [paths.operatorProfile],
  },
  {
    to: paths.adminScanRequests,
    label: nav.requests,
    icon: IconScanEye,
    side: true,
    menu: nav.manageRequests,
    key: 'r',
  },
  { to: paths.unmatchedStudies, label: nav.unmatchedStudies, icon: IconUserQuestion, side: true },
  { to: paths.feedback, label: nav.feedback, icon: IconMoodSmile, side: true, roles: admins },
  { to: paths.scheduling, label: nav.scheduling, icon: IconClockEdit, side: true },
  { to: paths.projectSettings, label: nav.projectSettings, icon: IconSettings, side: true },
  { to: paths.registrations, label: nav.registrations, icon: IconMailQuestion },
  { to: paths.notifications, label: nav.notifications, icon: IconBell, key: 'n' },
  { to: paths.contact, label: nav.contact, icon: IconMessage, bar: true },
  { to: paths.company, label: nav.about, icon: IconInfoCircle, bar: true, menu: nav.aboutMenu },
]

/** The pages that this role has. Who may see a page is in the contract's list of pages. */
export const staffPagesOf = (role: Role) =>
  all.filter(({ to, roles }) => {
    const allow = pages.find(({ path }) => path === to)?.allow
    return allow !== undefined && (allow === 'anyone' || allow.includes(role)) && (roles?.includes(role) ?? true)
  })
