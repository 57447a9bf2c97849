import { Button, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { endSession, homeOf, type Session } from '../../platform/session/session.tsx'

/** In place of the sign-in form, for somebody who is signed in already. */
export function SignedInCard({ session }: { session: Session }) {
  return (
    <Stack>
      <Title order={2} size="h3">
        Hello, {session.user.first_name}
      </Title>
      <Text c="dimmed">You are signed in as {session.user.email}.</Text>
      <Button
        size="md"
        component={Link}
        to={homeOf(session.role)}
        rightSection={<IconArrowRight size={18} aria-hidden />}
      >
        {session.role === 'Patient' ? 'Go to your profile' : 'Go to your patients'}
      </Button>
      <Button size="md" variant="default" onClick={() => endSession('logout')}>
        Use another account
      </Button>
    </Stack>
  )
}
