import { getRecovery, getTwoStep, type ResponseOf, redeemRecovery, startRecovery } from '@fornix/contract'
import { Button, Code, CopyButton, Group, List, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { refreshCall, send, useCall, useSend } from '../../../platform/calls/api.ts'
import { failureSentence } from '../../../platform/http/failure.ts'
import { formatDayAndMinute } from '../../../ui/display/dates.ts'
import { ErrorAlert } from '../../../ui/display/ErrorAlert.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../../ui/state/LoadingState.tsx'
import { CodeForm } from '../CodeForm.tsx'
import { focusOnMount } from '../focus-on-mount.ts'
import { messages } from './messages.ts'

type Codes = ResponseOf<typeof startRecovery>
type State = ResponseOf<typeof getRecovery>

const moment = (iso: string | null) => formatDayAndMinute(iso ?? '')

const OneCode = ({ label, hint, code }: { label: string; hint: string; code: string }) => (
  <div>
    <Text fw={600}>{label}</Text>
    <Group gap="sm" my={4}>
      <Code fz="xl" aria-label={label}>
        {code}
      </Code>
      <CopyButton value={code}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-md" aria-label={`${messages.copy}: ${label}`} onClick={copy}>
            {copied ? messages.copied : messages.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
    <Text size="sm" c="dimmed">
      {hint}
    </Text>
  </div>
)

const ShownCodes = ({ visit_code, own_code, expires_at }: Codes) => (
  <Stack role="group" aria-label={messages.codesLead} tabIndex={-1} ref={focusOnMount}>
    <Text fw={600}>{messages.codesLead}</Text>
    <OneCode label={messages.visitCode} hint={messages.visitHint(moment(expires_at))} code={visit_code} />
    <OneCode label={messages.ownCode} hint={messages.ownHint} code={own_code} />
  </Stack>
)

const GetCodes = ({ label, onCodes }: { label: string; onCodes: (codes: Codes) => void }) => {
  const start = useSend(startRecovery)
  return (
    <>
      {start.isError && <ErrorAlert>{failureSentence(start.error, messages.tryAgain)}</ErrorAlert>}
      <Button
        variant="default"
        size="md"
        loading={start.isPending}
        onClick={() => start.mutate({}, { onSuccess: onCodes })}
      >
        {label}
      </Button>
    </>
  )
}

const Ready = ({ expires_at, onDone }: { expires_at: string | null; onDone: () => unknown }) => (
  <>
    <Title order={2} size="h5">
      {messages.readyTitle}
    </Title>
    <Text>{messages.ready(moment(expires_at))}</Text>
    <CodeForm
      field="code"
      label={messages.ownCode}
      button={messages.goOn}
      onCode={async (code) => {
        await send(redeemRecovery, { body: { code } })
        await refreshCall(getTwoStep)
        await onDone()
      }}
    />
  </>
)

/** `from`: how many of them are done. */
const Steps = ({ hours, from = 0 }: { hours: number; from?: number }) => (
  <List type="ordered" spacing="xs">
    {messages
      .steps(hours)
      .slice(from)
      .map((step) => (
        <List.Item key={step}>{step}</List.Item>
      ))}
  </List>
)

const Content = ({ state, onDone }: { state: State; onDone: () => unknown }) => {
  const [codes, setCodes] = useState<Codes>()
  if (codes)
    return (
      <>
        <ShownCodes {...codes} />
        <Steps hours={state.hours} from={1} />
      </>
    )
  if (state.state === 'ready') return <Ready expires_at={state.expires_at} onDone={onDone} />
  if (state.state === 'waiting')
    return (
      <>
        <Title order={2} size="h5">
          {messages.waitingTitle}
        </Title>
        <Text>{messages.waiting(moment(state.opens_at))}</Text>
      </>
    )
  if (!state.possible) return <Text>{messages.impossible}</Text>
  if (state.state === 'none')
    return (
      <>
        <Steps hours={state.hours} />
        <GetCodes label={messages.getCodes} onCodes={setCodes} />
      </>
    )
  return (
    <>
      <Title order={2} size="h5">
        {messages.startedTitle}
      </Title>
      <Text>
        {messages.started(state.confirmations)} {messages.until(moment(state.expires_at))}
      </Text>
      <Text size="sm" c="dimmed">
        {messages.newCodesHint}
      </Text>
      <GetCodes label={messages.newCodes} onCodes={setCodes} />
    </>
  )
}

type Props = { onDone: () => unknown; onBack: () => void }
/** For whoever can show nothing of what a sign-in still needs. The page's title says what it is for. */
export const LostAll = ({ onDone, onBack }: Props) => {
  const query = useCall(getRecovery, {}, { staleTime: 0 })
  return (
    <Stack component="section" aria-label={messages.title}>
      {query.isPending && <LoadingState rows={3} />}
      {query.isLoadingError && <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />}
      {query.data && <Content state={query.data} onDone={onDone} />}
      <Button variant="subtle" onClick={onBack}>
        {messages.back}
      </Button>
    </Stack>
  )
}
