import { getConfig } from '@fornix/contract'
import { Anchor, Box, Button, Center, Checkbox, Divider, List, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { areaNames } from '../../clinic/records/care-areas.ts'
import { IdentityButton } from '../../clinic/sign-in/IdentityButton.tsx'
import { LinkStep } from '../../clinic/sign-in/LinkStep.tsx'
import { providerLabel } from '../../clinic/sign-in/provider-label.ts'
import { paths } from '../../platform/base/paths.ts'
import { useOnce } from '../../platform/base/use-once.ts'
import { useCall } from '../../platform/calls/api.ts'
import type { Config } from '../../platform/calls/config.ts'
import { bodyOf } from '../../platform/http/failure.ts'
import { signedInAs } from '../../platform/session/acted-for.ts'
import { type NewSession, startSession } from '../../platform/session/session.tsx'
import { currentSession } from '../../platform/session/session-store.ts'
import { takePassedToken } from '../../platform/sign-in/identity.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { WithLink } from '../../ui/display/WithLink.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { BrokenInvite } from './BrokenInvite.tsx'
import { problemIn } from './handed-problem.ts'
import { messages } from './messages.ts'
import { PasswordSignUp, type PasswordSignUpProps } from './PasswordSignUp.tsx'
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
  const refusal = bodyOf(error)
  if (refusal?.code === 'link_required') return { kind: 'link', token, sentence: refusal.error }
  // Members of the project, and users whose account the provider refused, get an explanation.
  const says = refusal && ['member', 'registered', 'identity'].includes(refusal.code)
  return { kind: 'ask', problem: says ? refusal.error : messages.failed }
}

type Identity = Config['identity'] | undefined

const stepTexts = (identity: Identity, project: string) =>
  identity?.kind === 'password'
    ? messages.passwordSteps
    : messages.steps(providerLabel(messages.signUp(identity?.label ?? '')), project)

/** The invited person's current step; after returning from the identity provider they are signed up immediately. */
const useSteps = (token: string, { audience }: Invite) => {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const [handed] = useState(() => takePassedToken(pathname))
  const [agreed, setAgreed] = useState(false)
  const [step, setStep] = useState<Step>(handed ? { kind: 'working' } : { kind: 'ask', problem: problemIn(state) })

  const arrive = (started: NewSession) => {
    startSession(started)
    // The front page welcomes patients by name.
    return navigate(started.acting ? paths.profile : paths.home, { replace: true, state: { user: started.user } })
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
  const breakOff = (problem: InviteProblem) => setStep({ kind: 'broken', problem })
  return { step, agreed, setAgreed, signUp, arrive, breakOff }
}

const Working = () => (
  <Center mih={160} role="status" aria-label={messages.working}>
    <Loader />
  </Center>
)

const StepList = ({ texts }: { texts: readonly string[] }) => (
  <List type="ordered" spacing="xs" aria-label={messages.stepsTitle(texts.length)}>
    {texts.map((text) => (
      <List.Item key={text}>{text}</List.Item>
    ))}
  </List>
)

const Terms = ({ agreed, onAgree }: { agreed: boolean; onAgree: (agreed: boolean) => void }) => (
  <>
    <Checkbox
      size="md"
      checked={agreed}
      onChange={(event) => onAgree(event.currentTarget.checked)}
      label={
        <WithLink text={messages.terms}>
          {(words) => (
            <Anchor href={paths.terms} target="_blank" rel="noopener" td="underline">
              {words}
            </Anchor>
          )}
        </WithLink>
      }
    />
    <IdentityButton labelOf={messages.signUp} disabled={!agreed} describedBy="invite-hint" />
    <Text id="invite-hint" size="sm" c="dimmed" ta="center" role="status">
      {agreed ? '' : messages.tick}
    </Text>
  </>
)

type PasswordProps = Omit<PasswordSignUpProps, 'email' | 'isLongNeeded'> & { invite: Invite; identity: Identity }

const PasswordChoice = ({ invite, identity, ...props }: PasswordProps) => {
  const hasPasswordOnly = identity?.kind === 'password'
  if (invite.audience !== 'patient')
    return (
      <Button variant="subtle" component={Link} to={paths.registerOperator(props.token)}>
        {hasPasswordOnly ? messages.choosePassword : messages.operatorPassword}
      </Button>
    )
  return (
    <>
      {!hasPasswordOnly && <Divider label={messages.orPassword} />}
      <PasswordSignUp {...props} email={invite.email} isLongNeeded={invite.long_password} />
    </>
  )
}

type AskProps = Pick<PasswordProps, 'token' | 'invite' | 'identity'> & {
  steps: ReturnType<typeof useSteps>
  problem: string | undefined
}

const Ask = ({ steps: { agreed, setAgreed, arrive, breakOff }, problem, ...props }: AskProps) => {
  // Remembers who was signed in before: the session that starts here needs no warning.
  const [session] = useState(currentSession)
  return (
    <Stack>
      {problem && <ErrorAlert>{problem}</ErrorAlert>}
      {session && <Text c="dimmed">{messages.signedInAs(signedInAs(session).email)}</Text>}
      <StepList texts={stepTexts(props.identity, props.invite.project_name)} />
      <Terms agreed={agreed} onAgree={setAgreed} />
      <PasswordChoice {...props} agreed={agreed} onDone={arrive} onBroken={breakOff} />
    </Stack>
  )
}

/** What the person is asked to do for the patient, shown before they accept. */
const Grant = ({ areas, until }: Pick<Invite, 'areas' | 'until'>) => (
  <Box mb="lg">
    <Text fw={600}>{messages.mayDo}</Text>
    <List>
      {areaNames(areas).map((name) => (
        <List.Item key={name}>{name}</List.Item>
      ))}
    </List>
    <Text c="dimmed">{messages.until(dayInWords(until))}</Text>
  </Box>
)

const leadOf = ({ patient_name, project_name, role }: Invite) =>
  patient_name ? messages.helps(patient_name, project_name) : messages.invites(project_name, role)

type Props = { token: string; invite: Invite; entrance: string }

/** "Welcome": four steps, the terms, and the sign-up. */
export function WelcomeCard({ token, invite, entrance }: Props) {
  const identity = useCall(getConfig, {}).data?.identity
  const steps = useSteps(token, invite)
  const { step, signUp } = steps
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
        <Working />
      </NarrowCard>
    )
  return (
    <NarrowCard title={messages.welcome} lead={leadOf(invite)}>
      {invite.areas.length > 0 && <Grant areas={invite.areas} until={invite.until} />}
      <Ask token={token} invite={invite} identity={identity} steps={steps} problem={step.problem} />
    </NarrowCard>
  )
}
