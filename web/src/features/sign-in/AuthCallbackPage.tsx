import { getConfig, type IdentityConfig, type Membership } from '@fornix/contract'
import { Button, Center, Loader, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { send } from '../../platform/api.ts'
import { enterProject, enterWithToken, type Step } from './enter.ts'
import { finishIdentity, whereFrom } from './identity.ts'
import { LinkStep } from './LinkStep.tsx'
import { messages } from './messages.ts'
import { NarrowCard } from './NarrowCard.tsx'
import { ProjectChoice } from './ProjectChoice.tsx'
import { Problem } from './Sentence.tsx'
import { useArrive } from './use-arrive.ts'
import { useOnce } from './use-once.ts'

const enter = async (search: string): Promise<Step> => {
  let identity: IdentityConfig
  let token: string
  try {
    identity = (await send(getConfig, {})).identity
    token = await finishIdentity(identity, search)
  } catch {
    return { kind: 'failed', sentence: messages.identityFailed }
  }
  return enterWithToken(token)
}

const Working = () => (
  <NarrowCard title="Signing you in">
    <Center mih={120} role="status" aria-label="Signing you in">
      <Loader />
    </Center>
  </NarrowCard>
)

/** The last part of a sign-in with an identity provider: whose token is it, which project, and in. */
export function Component() {
  const { search } = useLocation()
  const [from] = useState(() => whereFrom() ?? paths.patients)
  const [step, setStep] = useState<Step>()
  const [busy, setBusy] = useState(false)
  const arrive = useArrive()
  const advance = async (next: Step) => {
    setStep(next)
    if (next.kind === 'arrived') await arrive(next.arrival)
  }
  useOnce(async () => advance(await enter(search)))

  const choose = async (token: string, { role, project }: Membership) => {
    setBusy(true)
    await advance(await enterProject(token, role, project))
  }

  if (!step || step.kind === 'arrived') return <Working />
  if (step.kind === 'choose')
    return (
      <NarrowCard title="Which project?" lead={messages.severalProjects}>
        <ProjectChoice
          memberships={step.memberships}
          busy={busy}
          onChoose={(membership) => void choose(step.token, membership)}
        />
      </NarrowCard>
    )
  if (step.kind === 'link')
    return (
      <NarrowCard title="Connect your sign-in" lead={step.sentence}>
        <LinkStep token={step.token} onStep={advance} />
      </NarrowCard>
    )
  if (step.kind === 'unknown')
    return (
      <NarrowCard
        title="We do not know you yet"
        lead="You are signed in with your provider, but no account here belongs to you. Patients and volunteers can register. Providers are invited by an admin."
      >
        <Stack>
          <Button size="md" component={Link} to={paths.patients} state={{ register: true }}>
            Register as a patient
          </Button>
          <Button size="md" variant="default" component={Link} to={from}>
            Back to sign in
          </Button>
        </Stack>
      </NarrowCard>
    )
  return (
    <NarrowCard title="Sign-in did not work">
      <Stack mt="md">
        <Problem>{step.sentence}</Problem>
        <Button size="md" component={Link} to={from}>
          Back to sign in
        </Button>
      </Stack>
    </NarrowCard>
  )
}
