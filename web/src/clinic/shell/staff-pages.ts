import { admins, type PageName, pages, type Role } from '@fornix/contract'
import {
  IconAddressBook,
  IconArrowMerge,
  IconBell,
  IconCalendarEvent,
  IconChartBar,
  IconChecklist,
  IconClockEdit,
  IconHistory,
  IconId,
  IconInfoCircle,
  IconLayoutDashboard,
  IconLock,
  IconMailCog,
  IconMailQuestion,
  IconMessage,
  IconMessages,
  IconMoodSmile,
  IconScanEye,
  IconSettings,
  IconUpload,
  IconUrgent,
  IconUserCircle,
  IconUserCog,
  IconUserQuestion,
  IconUserSearch,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react'
import { paths } from '../../platform/base/paths.ts'
import { messages } from './messages.ts'

/**
 * A staff page and the links to it: `side` is the navigation beside the page, `menu` its name in the account menu, `bar` an
 * icon in the top bar, `key` the key after `g`. The palette contains all of them.
 */
export type StaffPage = {
  to: string
  label: string
  icon: TablerIcon
  side?: true
  menu?: string
  bar?: true
  key?: string
  /** Other pages for which this entry is marked current. */
  also?: readonly string[]
}

/** `roles`: fewer than the contract's page list allows. */
type Entry = Omit<StaffPage, 'to'> & { page: PageName; roles?: readonly Role[] }

const { nav } = messages
const patientPages = [paths.profile, paths.scan, paths.files, paths.registrations]

/** In the order of the navigation and the menu; About ends the menu. A new page is one more line. */
const all: Entry[] = [
  { page: 'workQueue', label: nav.workQueue, icon: IconChecklist, side: true, key: 't' },
  { page: 'patientList', label: nav.patients, icon: IconUsers, side: true, key: 'p', also: patientPages },
  { page: 'daySheet', label: nav.daySheet, icon: IconCalendarEvent, side: true, key: 'd' },
  { page: 'careMessages', label: nav.messages, icon: IconMessages, side: true, key: 'm' },
  { page: 'scanUpload', label: nav.scanUpload, icon: IconUpload, side: true, key: 's' },
  { page: 'adminProfile', label: nav.myProfile, icon: IconUserCircle, menu: nav.myProfile },
  {
    page: 'operatorProfile',
    label: nav.myProfile,
    icon: IconUserCircle,
    menu: nav.myProfile,
    roles: ['Physician', 'MRI-Tech', 'Nurse'],
  },
  { page: 'account', label: nav.account, icon: IconUserCog, menu: nav.account },
  { page: 'admin', label: nav.dashboard, icon: IconLayoutDashboard, side: true, also: [paths.adminPage] },
  { page: 'reports', label: nav.reports, icon: IconChartBar, side: true },
  {
    page: 'operatorList',
    label: nav.providers,
    icon: IconAddressBook,
    side: true,
    menu: nav.manageUsers,
    key: 'u',
    also: [paths.operatorProfile],
  },
  {
    page: 'adminScanRequests',
    label: nav.requests,
    icon: IconScanEye,
    side: true,
    menu: nav.manageRequests,
    key: 'r',
  },
  { page: 'unmatchedStudies', label: nav.unmatchedStudies, icon: IconUserQuestion, side: true },
  { page: 'mergeRecords', label: nav.mergeRecords, icon: IconArrowMerge, side: true },
  { page: 'auditLog', label: nav.auditLog, icon: IconHistory, side: true, key: 'l' },
  { page: 'unusualAccess', label: nav.unusualAccess, icon: IconUserSearch, side: true },
  { page: 'emergencyAccess', label: nav.emergencyAccess, icon: IconUrgent, side: true },
  { page: 'feedback', label: nav.feedback, icon: IconMoodSmile, side: true, roles: admins },
  { page: 'scheduling', label: nav.scheduling, icon: IconClockEdit, side: true },
  { page: 'rights', label: nav.rights, icon: IconLock, side: true },
  { page: 'emailTemplates', label: nav.emailTemplates, icon: IconMailCog, side: true },
  { page: 'projectSettings', label: nav.projectSettings, icon: IconSettings, side: true },
  { page: 'registrations', label: nav.registrations, icon: IconMailQuestion },
  { page: 'confirmIdentity', label: nav.confirmIdentity, icon: IconId },
  { page: 'notifications', label: nav.notifications, icon: IconBell, key: 'n' },
  { page: 'contact', label: nav.contact, icon: IconMessage, bar: true },
  { page: 'company', label: nav.about, icon: IconInfoCircle, bar: true, menu: nav.aboutMenu },
]

/** The pages for this role. The contract's page list says who may see a page. */
export const staffPagesOf = (role: Role): StaffPage[] =>
  all.flatMap(({ page, roles, ...entry }) => {
    const { path, allow } = pages[page]
    const isShown = (allow === 'anyone' || allow.includes(role)) && (roles?.includes(role) ?? true)
    return isShown ? [{ ...entry, to: path }] : []
  })
