import { getTwoStep, type ResponseOf } from '@fornix/contract'
import { Anchor, Button, Container, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { BrandSign } from '../../clinic/shell/Brand.tsx'
import { phoneLink } from '../../platform/base/phone-link.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { isUncertain } from '../../platform/http/failure.ts'
import { requestLogout } from '../../platform/session/session.tsx'
import { rereadSession } from '../../platform/sign-in/restore.ts'
import { LanguageSwitch } from '../../ui/shell/LanguageSwitch.tsx'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AddFactor } from './AddFactor.tsx'
import { messages } from './messages.ts'
import { ProveStep } from './ProveStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { LostAll } from './recovery/LostAll.tsx'
import { messages as recovery } from './recovery/messages.ts'
import { UnseenCodes } from './UnseenCodes.tsx'

const isOpenState = (state: string | undefined) => state !== undefined && !['verify', 'enroll'].includes(state)

type StepProps = {
  /** No response came back to a second step that was to be added. */
  isLost: boolean
  onLost: () => void
  isRecovering: boolean
  setRecovering: (isRecovering: boolean) => void
}
const Step = ({ isLost, onLost, isRecovering, setRecovering }: StepProps) => {
  const query = useCall(getTwoStep, {}, { staleTime: 0 })
  const [codes, setCodes] = useState<string[]>([])
  const { data } = query
  const isOpen = isOpenState(data?.state)
  const goOn = () => rereadSession()
  useEffect(() => {
    if (isOpen && codes.length === 0 && !isLost) void rereadSession().catch(() => undefined)
  }, [isOpen, codes.length, isLost])
  if (query.isLoadingError) return <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={goOn} />
  if (isOpen && isLost) return <UnseenCodes onMade={setCodes} onLater={goOn} />
  if (!data || isOpen) return <LoadingState rows={3} />
  if (data.state === 'verify')
    return isRecovering ? (
      <LostAll onDone={query.refetch} onBack={() => setRecovering(false)} />
    ) : (
      <>
        <ProveStep methods={data.methods} onDone={goOn} />
        <Button variant="subtle" onClick={() => setRecovering(true)}>
          {recovery.open}
        </Button>
      </>
    )
  const added = (made: string[]) => {
    if (made.length > 0) return setCodes(made)
    return isLost ? query.refetch() : goOn()
  }
  const failed = (error: unknown) => {
    if (isUncertain(error)) onLost()
    return query.refetch()
  }
  return <AddFactor hasApp={false} onAdded={added} onFailed={failed} />
}

const titleOf = (isEnrolling: boolean, isRecovering: boolean) => {
  if (isEnrolling) return messages.enrollTitle
  return isRecovering ? recovery.title : messages.verifyTitle
}

/** Why it is asked: what the person has set up, or what the clinic wants. */
const leadOf = ({ state, recovering, methods: { mail } }: ResponseOf<typeof getTwoStep>) => {
  if (recovering) return messages.recoverLead
  if (state === 'enroll') return messages.enrollLead
  return mail ? messages.mailLead : messages.verifyLead
}

const Help = () => {
  const phone = useConfig()?.contact.phone
  if (!phone) return null
  return (
    <Text size="sm" c="dimmed" ta="center">
      {messages.help}{' '}
      <Anchor href={phoneLink(phone)} inherit td="underline" style={{ whiteSpace: 'nowrap' }}>
        {phone}
      </Anchor>
    </Text>
  )
}

/** All that is shown of the portal until the second step of a sign-in is done; then this makes room for the page behind it. */
export const TwoStepScreen = () => {
  const { data } = useCall(getTwoStep, {}, { staleTime: 0 })
  const screen = useRef<HTMLDivElement>(null)
  const state = data?.state
  const [isLost, setLost] = useState(false)
  const [isAsked, setRecovering] = useState(false)
  const step = isAsked && state === 'verify' ? 'recover' : state
  const isRecovering = step === 'recover'
  const isUnseen = isLost && isOpenState(state)
  const isEnrolling = state === 'enroll' || isUnseen
  // What was pressed is gone, and the title says only now what is wanted.
  useEffect(() => {
    if (step === 'enroll' || step === 'verify' || step === 'recover')
      screen.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [step])
  return (
    <>
      <Container component="header" size="lg" py="md">
        <Group justify="space-between" wrap="nowrap">
          <BrandSign />
          <LanguageSwitch />
        </Group>
      </Container>
      <Container component="main" size="lg" pb="xl">
        <div ref={screen}>
          <NarrowCard title={titleOf(isEnrolling, isRecovering)}>
            <Stack gap="lg">
              {data && !isUnseen && !isRecovering && <Text c="dimmed">{leadOf(data)}</Text>}
              <Step
                isLost={isLost}
                onLost={() => setLost(true)}
                isRecovering={isRecovering}
                setRecovering={setRecovering}
              />
              <Button variant="subtle" color="gray" onClick={requestLogout}>
                {messages.signOut}
              </Button>
              <Help />
            </Stack>
          </NarrowCard>
        </div>
      </Container>
    </>
  )
}
