import { IconBell, IconPhotoScan, IconUsers } from '@tabler/icons-react'
import { t } from '../../platform/language/t.ts'
import { intros } from './messages.ts'
import { StaffEntry } from './StaffEntry.tsx'

const highlights = [
  {
    Icon: IconUsers,
    name: t('One list of patients'),
    text: t('Find a patient by name, date of birth, phone, email, or MRN.'),
  },
  {
    Icon: IconPhotoScan,
    name: t('Scans where the care is'),
    text: t('Imaging at the point of care, with the person’s files and forms next to it.'),
  },
  {
    Icon: IconBell,
    name: t('Alerts when something arrives'),
    text: t('A new file, scan, or request shows up as a notification, so you do not have to search for it.'),
  },
]

export const PhysiciansPage = () => (
  <StaffEntry audience="operator" signInTitle={t('Provider sign-in')} {...intros.physicians} highlights={highlights} />
)
