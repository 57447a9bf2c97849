import { getTwoStep } from '@fornix/contract'
import { Button, Container, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import { endSession } from '../../platform/session/session.tsx'
import { rereadSession } from '../../platform/sign-in/restore.ts'
import { NarrowCard } from '../../ui/shell/NarrowCard.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AddFactor } from './AddFactor.tsx'
import { messages } from './messages.ts'
import { ProveStep } from './ProveStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const Step = () => {
  const query = useCall(getTwoStep, {}, { staleTime: 0 })
  const [codes, setCodes] = useState<string[]>([])
  const { data } = query
  const isOpen = data && !['verify', 'enroll'].includes(data.state)
  const goOn = () => rereadSession()
  useEffect(() => {
    if (isOpen && codes.length === 0) void rereadSession().catch(() => undefined)
  }, [isOpen, codes.length])
  if (query.isLoadingError) return <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />
  if (codes.length > 0) return <RecoveryCodes codes={codes} onDone={goOn} />
  if (!data || isOpen) return <LoadingState rows={3} />
  if (data.state === 'verify' || !data.fresh)
    return <ProveStep methods={data.methods} hasPassword={data.has_password} onDone={goOn} />
  return <AddFactor hasApp={false} onAdded={(made) => (made.length > 0 ? setCodes(made) : goOn())} />
}

/** All that is shown of the portal until the second step of a sign-in is done; then this makes room for the page behind it. */
export const TwoStepScreen = () => {
  const { data } = useCall(getTwoStep, {}, { staleTime: 0 })
  const isEnrolling = data?.state === 'enroll'
  return (
    <Container component="main" size="lg" py="xl">
      <NarrowCard title={isEnrolling ? messages.enrollTitle : messages.verifyTitle}>
        <Stack gap="lg">
          <Text c="dimmed">{isEnrolling ? messages.enrollLead : messages.verifyLead}</Text>
          <Step />
          <Button variant="subtle" color="gray" onClick={() => endSession('logout')}>
            {messages.signOut}
          </Button>
        </Stack>
      </NarrowCard>
    </Container>
  )
}
