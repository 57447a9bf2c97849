import { Title } from '@mantine/core'
import { IconChartBar, IconClipboardCheck, IconUsersGroup } from '@tabler/icons-react'
import { useSession } from '../../platform/session/session.tsx'
import { EntryLayout } from './EntryLayout.tsx'
import { SignedInCard } from './SignedInCard.tsx'
import { SignInForm } from './SignInForm.tsx'

const expect = [
  { Icon: IconUsersGroup, name: 'Providers', text: 'Who works in the project, with which role.' },
  { Icon: IconClipboardCheck, name: 'Scan requests', text: 'Approve which scans a patient may see.' },
  { Icon: IconChartBar, name: 'Dashboard', text: 'The figures of the project at a glance.' },
]

/** The sign-in of admins; routes.tsx shows the admin area instead to an admin who is signed in. */
export function AdminPage() {
  const session = useSession()
  return (
    <EntryLayout title="Administration" lead="For the admins of a project." expect={expect}>
      {session ? (
        <SignedInCard session={session} />
      ) : (
        <>
          <Title order={2} size="h3" mb="lg">
            Admin sign-in
          </Title>
          <SignInForm audience="admin" />
        </>
      )}
    </EntryLayout>
  )
}
