import { getConfig } from '@fornix/contract'
import { Anchor, Button, Center, Checkbox, Divider, List, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useOnce } from '../../platform/base/use-once.ts'
import { ApiFailure, useCall } from '../../platform/calls/api.ts'
import { type Start, startSession, useSession } from '../../platform/session/session.tsx'
import { takeHanded } from '../../platform/sign-in/identity.ts'
import { Problem } from '../../ui/display/Sentence.tsx'
import { IdentityButton } from '../../ui/identity/IdentityButton.tsx'
import { LinkStep } from '../../ui/identity/LinkStep.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { BrokenInvite } from './BrokenInvite.tsx'
import { problemIn } from './handed-problem.ts'
import { messages } from './messages.ts'
import { PasswordSignUp } from './PasswordSignUp.tsx'
import { signUpWithIdentity } from './sign-up.ts'
import { type Invite, type InviteProblem, inviteProblem } from './use-invite.ts'

type Step =
  | { kind: 'ask'; problem?: string | undefined }
  | { kind: 'working' }
  | { kind: 'link'; token: string; sentence: string }
  | { kind: 'broken'; problem: InviteProblem }

const stepAfter = (error: unknown, token: string): Step => {
  const broken = inviteProblem(error)
  if (broken) return { kind: 'broken', problem: broken }
  const refusal = error instanceof ApiFailure ? error.body : undefined
  if (refusal?.code === 'link_required') return { kind: 'link', token, sentence: refusal.error }
  // Who belongs to the project already, or whose account the provider refused, is told so.
  const says = refusal && ['member', 'registered', 'identity'].includes(refusal.code)
  return { kind: 'ask', problem: says ? refusal.error : messages.failed }
}

type Props = { token: string; invite: Invite; entrance: string }

/** "Welcome": four steps, the terms, and the way in. */
export function WelcomeCard({ token, invite, entrance }: Props) {
  const { audience, role, project_name, email } = invite
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const session = useSession()
  const identity = useCall(getConfig, {}).data?.identity
  const steps =
    identity?.kind === 'password'
      ? messages.passwordSteps
      : messages.steps(messages.signUp(identity?.label ?? ''), project_name)
  const [agreed, setAgreed] = useState(false)
  const [handed] = useState(() => takeHanded(pathname))
  const [step, setStep] = useState<Step>(handed ? { kind: 'working' } : { kind: 'ask', problem: problemIn(state) })

  const arrive = (started: Start) => {
    startSession(started)
    return navigate(paths.home, { replace: true, state: { user: started.user } })
  }
  const signUp = async (identity: string) => {
    setStep({ kind: 'working' })
    try {
      await arrive(await signUpWithIdentity(audience, identity, token))
    } catch (error) {
      setStep(stepAfter(error, identity))
    }
  }
  useOnce(async () => {
    if (handed) await signUp(handed)
  })

  if (step.kind === 'broken') return <BrokenInvite problem={step.problem} entrance={entrance} />
  if (step.kind === 'link')
    return (
      <NarrowCard title={messages.connect} lead={step.sentence}>
        <LinkStep token={step.token} onLinked={() => signUp(step.token)} />
      </NarrowCard>
    )
  if (step.kind === 'working')
    return (
      <NarrowCard title={messages.welcome}>
        <Center mih={160} role="status" aria-label={messages.working}>
          <Loader />
        </Center>
      </NarrowCard>
    )
  return (
    <NarrowCard title={messages.welcome} lead={messages.invites(project_name, role)}>
      <Stack>
        {step.problem && <Problem>{step.problem}</Problem>}
        {session && <Text c="dimmed">{messages.signedInAs(session.user.email)}</Text>}
        <List type="ordered" spacing="xs" aria-label={messages.stepsTitle(steps.length)}>
          {steps.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
        <Checkbox
          size="md"
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
          label={
            <>
              {messages.terms}{' '}
              <Anchor href={paths.terms} target="_blank" rel="noopener" td="underline">
                {messages.termsLink} {messages.newTab}
              </Anchor>
            </>
          }
        />
        <IdentityButton labelOf={messages.signUp} disabled={!agreed} describedBy="invite-hint" />
        <Text id="invite-hint" size="sm" c="dimmed" ta="center" role="status">
          {agreed ? '' : messages.tick}
        </Text>
        {audience === 'patient' ? (
          <>
            {identity?.kind !== 'password' && <Divider label={messages.orPassword} />}
            <PasswordSignUp
              token={token}
              email={email}
              agreed={agreed}
              onDone={arrive}
              onBroken={(problem) => setStep({ kind: 'broken', problem })}
            />
          </>
        ) : (
          <Button variant="subtle" component={Link} to={paths.registerOperator(token)}>
            {identity?.kind === 'password' ? messages.choosePassword : messages.operatorPassword}
          </Button>
        )}
      </Stack>
    </NarrowCard>
  )
}
