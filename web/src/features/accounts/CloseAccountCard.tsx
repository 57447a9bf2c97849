import { getMyClosure, type ResponseOf, takeBackClosure } from '@fornix/contract'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import styles from './accounts.module.css'
import { messages } from './messages.ts'

const texts = messages.closing
const refreshes = [getMyClosure]
const CloseAccountDialog = lazyDialog(async () => (await import('./CloseAccountDialog.tsx')).CloseAccountDialog, {
  opened: false,
})
type Closure = NonNullable<ResponseOf<typeof getMyClosure>['closure']>

const PendingClosure = ({ closure }: { closure: Closure }) => {
  const takingBack = useSend(takeBackClosure, { refreshes })
  return (
    <Stack align="flex-start" gap="sm">
      <Text role="status">{texts.asked(formatMediumDay(closure.asked_at))}</Text>
      {closure.reason && <Text className={styles.said}>{texts.yourReason(closure.reason)}</Text>}
      {takingBack.isError && <ErrorAlert>{failureSentence(takingBack.error, texts.failed, isForReader)}</ErrorAlert>}
      <Button variant="default" loading={takingBack.isPending} onClick={() => takingBack.mutate({})}>
        {texts.takeBack}
      </Button>
    </Stack>
  )
}

const Ask = ({ closure, onAsk }: { closure: Closure | null; onAsk: () => void }) => (
  <Stack align="flex-start" gap="sm">
    {closure?.state === 'declined' && (
      <Text role="status" className={styles.said}>
        {texts.declined(formatMediumDay(closure.settled_at ?? ''), closure.answer)}
      </Text>
    )}
    {closure?.state === 'withdrawn' && <Text role="status">{texts.takenBack}</Text>}
    <Button variant="default" onClick={onAsk}>
      {texts.ask}
    </Button>
  </Stack>
)

/** For patients: closing the account is a request to the clinic, and can be withdrawn until it has responded. */
export const CloseAccountCard = () => {
  const query = useCall(getMyClosure, {})
  const [asking, setAsking] = useState(false)
  const closure = query.data?.closure
  return (
    <Section title={texts.title} lead={texts.lead}>
      {closure === undefined ? (
        query.isError ? (
          <ErrorState message={texts.loadFailed} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState rows={1} />
        )
      ) : closure?.state === 'open' ? (
        <PendingClosure closure={closure} />
      ) : (
        <Ask closure={closure} onAsk={() => setAsking(true)} />
      )}
      <CloseAccountDialog opened={asking} onClose={() => setAsking(false)} />
    </Section>
  )
}
