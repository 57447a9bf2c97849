import { listPatientThreads, notificationPollMs, notificationStream, startThread } from '@fornix/contract'
import { Button, Group, Stack } from '@mantine/core'
import { IconMessages, IconPencil } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router'
import { WithheldNote } from '../../clinic/records/WithheldNote.tsx'
import { refreshCalls, send, useCall } from '../../platform/calls/api.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { useLive } from '../../platform/calls/live.ts'
import { useWithheld } from '../../platform/calls/rights.ts'
import { isWithheld } from '../../platform/http/failure.ts'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { recordTab, threadAddress } from './address.ts'
import { messages } from './messages.ts'
import { StaffThread } from './StaffThread.tsx'
import { StartForm } from './StartForm.tsx'
import { staffMessages } from './staff-messages.ts'
import { ThreadList } from './ThreadList.tsx'
import { ThreadsFrame } from './ThreadsFrame.tsx'
import { staffCalls } from './use-mark-seen.ts'

const texts = staffMessages
type Props = { patientKey: string }

const Threads = ({ patientKey }: Props) => {
  const [search] = useSearchParams()
  const { page, pageSize } = useListParams()
  const query = useCall(
    listPatientThreads,
    { params: { key: patientKey }, query: { page, page_size: pageSize } },
    { keepPrevious: true, staleTime: 0, refetchInterval: notificationPollMs },
  )
  useLive(notificationStream, () => void refreshCalls(...staffCalls))
  const thread = search.get('thread') ?? undefined
  const isWriting = !thread && search.get('write') === 'true'
  if (query.isPending) return <LoadingState rows={3} height={72} />
  if (isWithheld(query.error)) return <WithheldNote>{query.error.message}</WithheldNote>
  if (!query.data) return <ErrorState message={messages.listFailed} onRetry={() => void query.refetch()} />
  const back = recordAddress(patientKey, recordTab)
  return (
    <Stack gap="md">
      {!isWriting && (
        <Group justify="flex-end">
          <Button component={Link} to={`${back}&write=true`} leftSection={<IconPencil size={18} aria-hidden />}>
            {messages.write.title}
          </Button>
        </Group>
      )}
      <ThreadsFrame
        isReading={Boolean(thread) || isWriting}
        back={back}
        list={
          <ThreadList
            threads={query.data.threads}
            totals={query.data}
            isStale={query.isPlaceholderData}
            addressOf={(id) => threadAddress(patientKey, id)}
            chosen={thread}
            empty={<EmptyState icon={IconMessages} title={texts.noneOfPatient} text={texts.noneOfPatientHint} />}
          />
        }
      >
        {thread ? (
          <StaffThread key={thread} id={thread} />
        ) : isWriting ? (
          <StartForm
            patientKey={patientKey}
            draft={`message-to-${patientKey}`}
            send={(body) => send(startThread, { params: { key: patientKey }, body })}
            refresh={() => refreshCalls(...staffCalls)}
            addressOf={(id) => threadAddress(patientKey, id)}
            back={back}
          />
        ) : (
          query.data.total > 0 && <EmptyState icon={IconMessages} title={messages.choose} />
        )}
      </ThreadsFrame>
    </Stack>
  )
}

/** The Messages tab of a record. */
export const PatientMessages = ({ patientKey }: Props) => {
  const withheld = useWithheld('see_medical')
  return withheld ? <WithheldNote>{withheld}</WithheldNote> : <Threads patientKey={patientKey} />
}
