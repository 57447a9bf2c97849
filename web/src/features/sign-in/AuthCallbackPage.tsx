import { getConfig, type Membership } from '@fornix/contract'
import { Button, Center, Loader, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { LinkStep } from '../../clinic/sign-in/LinkStep.tsx'
import { paths } from '../../platform/base/paths.ts'
import { useOnce } from '../../platform/base/use-once.ts'
import { send } from '../../platform/calls/api.ts'
import { t } from '../../platform/language/t.ts'
import { finishIdentity, passToken, startPageOfSignIn } from '../../platform/sign-in/identity.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { enterProject, enterWithToken, type Step } from './enter.ts'
import { messages } from './messages.ts'
import { ProjectChoice } from './ProjectChoice.tsx'
import { useStartSession } from './use-start-session.ts'

const tokenOf = async (search: string) => {
  try {
    return await finishIdentity((await send(getConfig, {})).identity, search)
  } catch {
    return undefined
  }
}
/** Pages that continue with the token themselves: the invitation that they hold decides what it opens. */
const goesOn = /^\/(provider\/)?invite\/|^\/register-operator\//i

const Working = () => (
  <NarrowCard title={t('Signing you in')}>
    <Center mih={120} role="status" aria-label={t('Signing you in')}>
      <Loader />
    </Center>
  </NarrowCard>
)

/** The last part of a sign-in with an identity provider: identify the token's owner, choose the project, and enter. */
export function AuthCallbackPage() {
  const { search } = useLocation()
  const [from] = useState(() => startPageOfSignIn() ?? paths.patients)
  const [step, setStep] = useState<Step>()
  const [busy, setBusy] = useState(false)
  const start = useStartSession()
  const navigate = useNavigate()
  const advance = async (next: Step) => {
    setStep(next)
    if (next.kind === 'arrived') await start(next.arrival)
  }
  useOnce(async () => {
    const token = await tokenOf(search)
    if (goesOn.test(from)) {
      if (token) passToken(token, from)
      return void navigate(from, { replace: true, state: { problem: token ? undefined : messages.failed } })
    }
    await advance(token ? await enterWithToken(token) : { kind: 'failed', sentence: messages.failed })
  })

  const choose = async (token: string, { role, project }: Membership) => {
    setBusy(true)
    await advance(await enterProject(token, role, project))
  }

  if (!step || step.kind === 'arrived') return <Working />
  if (step.kind === 'choose')
    return (
      <NarrowCard title={t('Which clinic or study?')} lead={messages.severalProjects}>
        <ProjectChoice
          memberships={step.memberships}
          busy={busy}
          onChoose={(membership) => void choose(step.token, membership)}
        />
      </NarrowCard>
    )
  if (step.kind === 'link')
    return (
      <NarrowCard title={t('Connect your sign-in')} lead={step.sentence}>
        <LinkStep token={step.token} onLinked={async () => advance(await enterWithToken(step.token))} />
      </NarrowCard>
    )
  if (step.kind === 'unknown')
    return (
      <NarrowCard
        title={t('We could not find your account')}
        lead={t(
          'You signed in, but you do not have an account here yet. Patients and volunteers can register. Providers are invited by an admin.',
        )}
      >
        <Stack>
          <Button size="md" component={Link} to={paths.patients} state={{ register: true }}>
            {t('Register as a patient')}
          </Button>
          <Button size="md" variant="default" component={Link} to={from}>
            {t('Back to sign in')}
          </Button>
        </Stack>
      </NarrowCard>
    )
  return (
    <NarrowCard title={t('Sign-in did not work')}>
      <Stack mt="md">
        <ErrorAlert>{step.sentence}</ErrorAlert>
        <Button size="md" component={Link} to={from}>
          {t('Back to sign in')}
        </Button>
      </Stack>
    </NarrowCard>
  )
}
