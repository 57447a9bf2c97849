import { IconBell, IconPhotoScan, IconUsers } from '@tabler/icons-react'
import { StaffEntry } from './StaffEntry.tsx'

const highlights = [
  {
    Icon: IconUsers,
    name: 'One list of patients',
    text: 'Find a person by a part of the name, the record number or the email address.',
  },
  {
    Icon: IconPhotoScan,
    name: 'Scans where the care is',
    text: 'Imaging at the point of care, with the files and forms of the person beside it.',
  },
  {
    Icon: IconBell,
    name: 'Told when something arrives',
    text: 'A new file, scan or request shows as a notification, without searching for it.',
  },
]

export const PhysiciansPage = () => (
  <StaffEntry
    audience="operator"
    signInTitle="Provider sign-in"
    title="Physicians and care teams"
    lead="For physicians, MRI technologists and nurses: your patients, their scans and their files in one place."
    highlights={highlights}
  />
)
