import { IconChartBar, IconClipboardCheck, IconUsersGroup } from '@tabler/icons-react'
import { t } from '../../platform/language/t.ts'
import { StaffEntry } from './StaffEntry.tsx'

const highlights = [
  { Icon: IconUsersGroup, name: t('Providers'), text: t('Who works in the project, and in which role.') },
  { Icon: IconClipboardCheck, name: t('Scan requests'), text: t('Approve which scans a patient may see.') },
  { Icon: IconChartBar, name: t('Dashboard'), text: t('The project’s figures at a glance.') },
]

/** The sign-in of admins; for a signed-in admin, screens.tsx shows the admin area instead. */
export const AdminPage = () => (
  <StaffEntry
    audience="admin"
    signInTitle={t('Admin sign-in')}
    title={t('Administration')}
    lead={t('For the admins of a project.')}
    highlights={highlights}
  />
)
