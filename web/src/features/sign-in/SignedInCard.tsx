import { Button, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '../../platform/language/t.ts'
import { signedInAs } from '../../platform/session/acted-for.ts'
import { homeOf, requestLogout, type Session } from '../../platform/session/session.tsx'

/** Replaces the sign-in form for a user who is already signed in. */
export function SignedInCard({ session }: { session: Session }) {
  const { first_name, email } = signedInAs(session)
  // Before its second step a session does not know its user.
  const isPending = session.secondFactor !== 'none'
  const goOn = session.role === 'Patient' ? t('Go to your profile') : t('Go to your patients')
  return (
    <Stack>
      <Title order={2} size="h3">
        {isPending ? t('Almost signed in') : t('Hello, {name}', { name: first_name })}
      </Title>
      <Text c="dimmed">
        {isPending ? t('One more step for {email}.', { email }) : t('You are signed in as {email}.', { email })}
      </Text>
      <Button
        size="md"
        component={Link}
        to={homeOf(session.role)}
        rightSection={<IconArrowRight size={18} aria-hidden />}
      >
        {isPending ? t('Finish signing in') : goOn}
      </Button>
      <Button size="md" variant="default" onClick={requestLogout}>
        {t('Use another account')}
      </Button>
    </Stack>
  )
}
