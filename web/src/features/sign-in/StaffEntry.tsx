import type { Audience } from '@fornix/contract'
import { Title } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { EntryLayout } from './EntryLayout.tsx'
import { SignedInCard } from './SignedInCard.tsx'
import { SignInForm } from './SignInForm.tsx'

type Props = Omit<ComponentProps<typeof EntryLayout>, 'children'> & { audience: Audience; signInTitle: string }

/** The sign-in page of a staff area: its form, or who is signed in already. */
export const StaffEntry = ({ audience, signInTitle, ...layout }: Props) => {
  const session = useSession()
  return (
    <EntryLayout {...layout}>
      {session ? (
        <SignedInCard session={session} />
      ) : (
        <>
          <Title order={2} size="h3" mb="lg">
            {signInTitle}
          </Title>
          <SignInForm audience={audience} />
        </>
      )}
    </EntryLayout>
  )
}
