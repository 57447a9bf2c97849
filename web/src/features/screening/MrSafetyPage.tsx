import { asksPatient, type Screening } from '@fornix/contract'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { currentSession } from '../../platform/session/session-store.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { SuccessAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AnswerLines } from './AnswerLines.tsx'
import { messages } from './messages.ts'
import { ScreeningForm } from './ScreeningForm.tsx'
import { type MyScreening, neededDay, useMyScreening } from './use-my-screening.ts'

const filler = ({ filled_as, filled_by }: Pick<Screening, 'filled_as' | 'filled_by'>) => {
  if (filled_as === 'reader') return messages.you
  return filled_as === 'staff' && !currentSession()?.acting ? messages.staffMember(filled_by) : filled_by
}

const Answered = ({ screening, onAgain }: { screening: MyScreening; onAgain: () => void }) => {
  const { current, state } = screening
  if (!current || asksPatient(state)) return null
  const who = filler(current)
  return (
    <Card component="section" withBorder radius="lg" p="lg" aria-label={messages.yours}>
      <Stack gap="md" align="flex-start">
        <Text>{messages.states[state as keyof typeof messages.states]}</Text>
        <div>
          <Title order={2} size="h3">
            {messages.yours}
          </Title>
          <Text size="sm" c="dimmed">
            {messages.answered(formatDateTime(current.filled_at), who)}
          </Text>
        </div>
        <AnswerLines {...current} />
        <Button variant="light" size="md" onClick={onAgain}>
          {messages.again}
        </Button>
      </Stack>
    </Card>
  )
}

const Body = ({ screening, patientKey }: { screening: MyScreening; patientKey: string }) => {
  const { current } = screening
  const [mode, setMode] = useState<'read' | 'again' | 'sent' | 'unneeded'>('read')
  const open = asksPatient(screening.state) || screening.needed_for !== null
  const [wasOpen, setWasOpen] = useState(open)
  const [before, setBefore] = useState(current?.filled_at)
  const [isUnanswered, setUnanswered] = useState(false)
  if (isUnanswered && current?.filled_as === 'reader' && current.filled_at !== before) {
    // Only the reply was lost: the form is gone, and its author learns why.
    setUnanswered(false)
    setMode('sent')
  } else if (wasOpen !== open) {
    setWasOpen(open)
    if (open) setBefore(current?.filled_at)
    else if (mode === 'read') setMode(isUnanswered ? 'again' : 'unneeded')
  }
  const askAgain = () => {
    setBefore(current?.filled_at)
    setMode('again')
  }
  useEffect(() => {
    if (mode === 'sent' || mode === 'unneeded') window.scrollTo(0, 0)
  }, [mode])
  const asking = mode === 'again' || (open && mode !== 'sent')
  if (!asking)
    return (
      <Stack gap="lg">
        {mode === 'sent' && <SuccessAlert>{messages.thanks}</SuccessAlert>}
        {mode === 'unneeded' && <WarningAlert role="status">{messages.unneeded}</WarningAlert>}
        <Answered screening={screening} onAgain={askAgain} />
      </Stack>
    )
  return (
    <ScreeningForm
      patientKey={patientKey}
      ofStaff={false}
      facts={screening.facts}
      onCancel={mode === 'again' ? () => setMode('read') : undefined}
      onSending={setUnanswered}
      onSent={() => setMode('sent')}
    />
  )
}

/** /mrSafety: what a patient answers before a scan. */
export const MrSafetyPage = () => {
  const { key, query } = useMyScreening()
  const day = neededDay(query.data)
  return (
    <div>
      <PageTitle title={messages.title} subtitle={day ? `${messages.forVisit(day)} ${messages.lead}` : messages.lead} />
      {query.isPending && <LoadingState rows={4} height={96} />}
      {query.isError && !query.data && (
        <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Body screening={query.data} patientKey={key} />}
    </div>
  )
}
