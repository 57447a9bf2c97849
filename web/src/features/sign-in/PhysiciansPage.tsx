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
    text: t('Imaging at the point of care, with the files and forms of the person beside it.'),
  },
  {
    Icon: IconBell,
    name: t('Told when something arrives'),
    text: t('A new file, scan or request shows as a notification, without searching for it.'),
  },
]

export const PhysiciansPage = () => (
  <StaffEntry audience="operator" signInTitle="Provider sign-in" {...intros.physicians} highlights={highlights} />
)
