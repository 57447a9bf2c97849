import { Title } from '@mantine/core'
import { IconBell, IconPhotoScan, IconUsers } from '@tabler/icons-react'
import { useSession } from '../../platform/session/session.tsx'
import { EntryLayout } from './EntryLayout.tsx'
import { SignedInCard } from './SignedInCard.tsx'
import { SignInForm } from './SignInForm.tsx'

const expect = [
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

export function PhysiciansPage() {
  const session = useSession()
  return (
    <EntryLayout
      title="Physicians and care teams"
      lead="For physicians, MRI technologists and nurses: your patients, their scans and their files in one place."
      expect={expect}
    >
      {session ? (
        <SignedInCard session={session} />
      ) : (
        <>
          <Title order={2} size="h3" mb="lg">
            Provider sign-in
          </Title>
          <SignInForm audience="operator" />
        </>
      )}
    </EntryLayout>
  )
}
