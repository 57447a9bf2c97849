import { Button, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link, useNavigation } from 'react-router'
import { t } from '../../platform/language/t.ts'
import { signedInAs } from '../../platform/session/acted-for.ts'
import { homeOf, requestLogout, type Session } from '../../platform/session/session.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'

/** Replaces the sign-in form for a user who is already signed in. */
export function SignedInCard({ session }: { session: Session }) {
  // Who has just signed in would take this for the end, and be asked to go where they are going.
  const isLeaving = useNavigation().state === 'loading'
  const { first_name, email } = signedInAs(session)
  // Before its second step a session does not know its user.
  const isPending = session.secondFactor !== 'none'
  const goOn = session.role === 'Patient' ? t('Go to your profile') : t('Go to your patients')
  if (isLeaving) return <LoadingState rows={4} />
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
