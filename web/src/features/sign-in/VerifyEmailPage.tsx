import { registrationHours, verifyEmail } from '@fornix/contract'
import { Anchor, Button, Center, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useOnce } from '../../platform/base/use-once.ts'
import { ApiFailure, send } from '../../platform/calls/api.ts'
import { fieldsOf } from '../../platform/http/failure.ts'
import { t } from '../../platform/language/t.ts'
import { useSession } from '../../platform/session/session.tsx'
import { currentSession } from '../../platform/session/session-store.ts'
import { rereadSession } from '../../platform/sign-in/restore.ts'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { ConfirmByPassword } from './ConfirmByPassword.tsx'
import { messages } from './messages.ts'

type Outcome =
  | { kind: 'confirmed' | 'refused' | 'link' | 'failed' | 'consent'; sentence: string }
  | { kind: 'password' }

const outcomeOf = (error: unknown): Outcome => {
  if (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 500)
    return { kind: 'failed', sentence: messages.unexpected }
  const { code = '' } = error.body ?? {}
  if (code === 'password_needed') return { kind: 'password' }
  if (code === 'consent_needed') return { kind: 'consent', sentence: error.message }
  if (error.status === 429) return { kind: 'failed', sentence: error.message }
  return { kind: code.startsWith('link_') ? 'link' : 'refused', sentence: error.message }
}

const confirm = async (token: string, body: { password?: string; consent?: true }): Promise<Outcome> => {
  const { message } = await send(verifyEmail, { params: { token }, body })
  // A session of the registration now belongs to a patient. If it cannot be refreshed now, its own screen tries again.
  if (currentSession()) await rereadSession().catch(() => undefined)
  return { kind: 'confirmed', sentence: message }
}

/** The link to continue. It takes the focus, because the focused element may be gone. */
function Next() {
  const session = useSession()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => link.current?.focus(), [])
  const isPatient = session?.role === 'Patient'
  const own = session?.emailVerified ? t('Go to your profile') : t('Continue')
  return (
    <Button size="md" component={Link} ref={link} to={isPatient ? paths.profile : paths.patients}>
      {isPatient ? own : t('Go to sign in')}
    </Button>
  )
}

/** How to get a working link. */
function NewLink() {
  const signedIn = useSession() !== null
  return (
    <>
      <Text c="dimmed">
        {signedIn ? t('Continue to get another email.') : t('Sign in to get another email.')}{' '}
        {t('We delete a registration that is not confirmed within {hours} hours. After that, please register again.', {
          hours: registrationHours,
        })}
      </Text>
      <Next />
      {!signedIn && (
        <Anchor component={Link} to={paths.patients} state={{ register: true }} ta="center">
          {t('Register again')}
        </Anchor>
      )}
    </>
  )
}

/** The page of the emailed link. It requires a button press, because mail scanners open links but press nothing and run no page. */
export function VerifyEmailPage() {
  const { token = '' } = useParams()
  const [outcome, setOutcome] = useState<Outcome>()
  const begin = async (body: { consent?: true } = {}) => {
    setOutcome(undefined)
    setOutcome(await confirm(token, body).catch(outcomeOf))
  }
  const confirmBy = async (password: string) => {
    try {
      setOutcome(await confirm(token, { password }))
    } catch (error) {
      const next = outcomeOf(error)
      // Shown beside the typed text, which stays.
      if (next.kind === 'failed') return { problem: next.sentence }
      const fields = fieldsOf(error)
      if (fields) return { wrong: fields['password'] }
      setOutcome(next)
    }
    return {}
  }
  useOnce(() => begin())
  if (!outcome)
    return (
      <NarrowCard title={t('Confirming your email address')}>
        <Center mih={120} role="status" aria-label={t('Confirming your email address')}>
          <Loader />
        </Center>
      </NarrowCard>
    )
  if (outcome.kind === 'password')
    return (
      <NarrowCard title={t('Enter your password to confirm')}>
        <ConfirmByPassword onPassword={confirmBy} />
      </NarrowCard>
    )
  if (outcome.kind === 'consent')
    return (
      <NarrowCard title={t('Use your account at another clinic?')}>
        <Stack mt="md">
          <Text>{outcome.sentence}</Text>
          <Text>{t('If you say yes, we copy your name and contact details to that clinic.')}</Text>
          <Text c="dimmed">{t('If you did not register there, choose No. Then nothing happens.')}</Text>
          <Button size="md" onClick={() => void begin({ consent: true })}>
            {t('Yes, use my account')}
          </Button>
          <Button size="md" variant="default" component={Link} to={paths.home}>
            {t('No')}
          </Button>
        </Stack>
      </NarrowCard>
    )
  return (
    <NarrowCard title={t('Your email address')}>
      <Stack mt="md">
        {outcome.kind === 'confirmed' ? (
          <SuccessAlert>{outcome.sentence}</SuccessAlert>
        ) : (
          <ErrorAlert>{outcome.sentence}</ErrorAlert>
        )}
        {outcome.kind === 'failed' && (
          <Button size="md" onClick={() => void begin()}>
            {t('Try again')}
          </Button>
        )}
        {outcome.kind === 'link' && <NewLink />}
        {(outcome.kind === 'confirmed' || outcome.kind === 'refused') && <Next />}
      </Stack>
    </NarrowCard>
  )
}
