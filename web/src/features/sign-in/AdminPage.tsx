import { IconChartBar, IconClipboardCheck, IconUsersGroup } from '@tabler/icons-react'
import { StaffEntry } from './StaffEntry.tsx'

const highlights = [
  { Icon: IconUsersGroup, name: 'Providers', text: 'Who works in the project, with which role.' },
  { Icon: IconClipboardCheck, name: 'Scan requests', text: 'Approve which scans a patient may see.' },
  { Icon: IconChartBar, name: 'Dashboard', text: 'The figures of the project at a glance.' },
]

/** The sign-in of admins; routes.tsx shows the admin area instead to an admin who is signed in. */
export const AdminPage = () => (
  <StaffEntry
    audience="admin"
    signInTitle="Admin sign-in"
    title="Administration"
    lead="For the admins of a project."
    highlights={highlights}
  />
)
