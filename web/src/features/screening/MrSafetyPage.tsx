import { asksPatient } from '@fornix/contract'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useCared } from '../../platform/session/acted-for.ts'
import { currentSession } from '../../platform/session/session-store.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { SuccessAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AnswerLines } from './AnswerLines.tsx'
import { messages } from './messages.ts'
import { ScreeningForm } from './ScreeningForm.tsx'
import { askForNewest } from './use-lost-response.ts'
import { type MyScreening, neededDay, useMyScreening } from './use-my-screening.ts'

const answeredNote = ({ filled_as, filled_at, filled_by }: NonNullable<MyScreening['current']>) => {
  const when = formatDateTime(filled_at)
  if (filled_as === 'reader') return messages.youAnswered(when)
  const isForReader = filled_as === 'staff' && !currentSession()?.acting
  return messages.answered(when, isForReader ? messages.staffMember(filled_by) : filled_by)
}

const Answered = ({ screening, onAgain }: { screening: MyScreening; onAgain: () => void }) => {
  const { current, state } = screening
  const { firstName } = useCared()
  const name = state as keyof typeof messages.states
  if (!current || asksPatient(state)) return null
  return (
    <Card component="section" aria-label={messages.yours(firstName)}>
      <Stack gap="md" align="flex-start">
        <Text>{firstName ? messages.statesForCaregiver[name](firstName) : messages.states[name]}</Text>
        <div>
          <Title order={2} size="h3">
            {messages.yours(firstName)}
          </Title>
          <Text size="sm" c="dimmed">
            {answeredNote(current)}
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

const newestOf = (screening: MyScreening | undefined) =>
  screening?.current?.filled_as === 'reader' ? screening.current.filled_at : ''

type Mode = 'read' | 'needed' | 'again' | 'unneeded' | 'sent'
type BodyProps = { screening: MyScreening; patientKey: string; readNewest: () => Promise<string | undefined> }
const Body = ({ screening, patientKey, readNewest }: BodyProps) => {
  const isNeeded = asksPatient(screening.state) || screening.needed_for !== null
  const newest = newestOf(screening)
  // `before`: the reader's newest answers when the form opened.
  const [{ mode }, setState] = useState<{ mode: Mode; before: string }>({
    mode: isNeeded ? 'needed' : 'read',
    before: newest,
  })
  const go = (next: Mode) => setState({ mode: next, before: newest })
  // After the form's own effect, which needs the form to delete its draft.
  useEffect(() => {
    setState((now) => {
      if (isNeeded) return now.mode === 'read' || now.mode === 'unneeded' ? { ...now, mode: 'needed' } : now
      if (now.mode === 'read') return { ...now, before: newest }
      if (now.mode !== 'needed') return now
      // Newer ones of the reader's own: from another window, or only the response was lost.
      return { ...now, mode: newest !== '' && newest !== now.before ? 'sent' : 'unneeded' }
    })
  }, [isNeeded, newest])
  useEffect(() => {
    if (mode === 'sent' || mode === 'unneeded') window.scrollTo(0, 0)
  }, [mode])
  if (mode === 'read' || mode === 'sent')
    return (
      <Stack gap="lg">
        {mode === 'sent' && <SuccessAlert>{messages.thanks}</SuccessAlert>}
        <Answered screening={screening} onAgain={() => go('again')} />
      </Stack>
    )
  return (
    <Stack gap="lg">
      {mode === 'unneeded' && <WarningAlert role="status">{messages.unneeded}</WarningAlert>}
      <ScreeningForm
        patientKey={patientKey}
        ofStaff={false}
        facts={screening.facts}
        newest={newest}
        readNewest={readNewest}
        onCancel={mode === 'needed' ? undefined : () => go('read')}
        onSent={() => go('sent')}
      />
    </Stack>
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
      {query.data && <Body screening={query.data} patientKey={key} readNewest={askForNewest(query, newestOf)} />}
    </div>
  )
}
