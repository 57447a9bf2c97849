import { listMyThreads, notificationPollMs, startMyThread } from '@fornix/contract'
import { Button } from '@mantine/core'
import { IconMessages, IconPencil } from '@tabler/icons-react'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { refreshCalls, send, useCall } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { MyThread } from './MyThread.tsx'
import { messages } from './messages.ts'
import { StartForm } from './StartForm.tsx'
import { ThreadList } from './ThreadList.tsx'
import { ThreadsFrame } from './ThreadsFrame.tsx'
import { patientCalls } from './use-mark-seen.ts'
import { Emergency } from './WriteForm.tsx'

const texts = messages.patient
const writingAddress = `${paths.messages}?write=true`

/** As many lines before the days are known, so that nothing moves then. */
const Lead = ({ days }: { days: number | undefined }) => (
  <span style={{ visibility: days === undefined ? 'hidden' : undefined }}>{texts.lead(days ?? 2)}</span>
)

/** /messages and /messages/:thread: what the patient and the care team wrote to each other. */
export const MessagesPage = () => {
  const { thread } = useParams()
  const patientKey = useSession()?.user.patient_id ?? ''
  const [search] = useSearchParams()
  const { page, pageSize } = useListParams()
  const query = useCall(
    listMyThreads,
    { query: { page, page_size: pageSize } },
    { keepPrevious: true, staleTime: 0, refetchInterval: notificationPollMs },
  )
  const isWriting = !thread && search.get('write') === 'true'
  const list = query.data ? (
    <ThreadList
      threads={query.data.threads}
      totals={query.data}
      isStale={query.isPlaceholderData}
      addressOf={paths.messageThread}
      chosen={thread}
      empty={<EmptyState icon={IconMessages} title={texts.empty} text={texts.emptyHint} />}
    />
  ) : query.isError ? (
    <ErrorState message={messages.listFailed} onRetry={() => void query.refetch()} />
  ) : (
    <LoadingState rows={3} height={72} />
  )
  return (
    <>
      <PageTitle title={messages.title} subtitle={!thread && <Lead days={query.data?.answer_days} />}>
        {!isWriting && (
          <Button component={Link} to={writingAddress} leftSection={<IconPencil size={18} aria-hidden />}>
            {messages.write.title}
          </Button>
        )}
      </PageTitle>
      <ThreadsFrame list={list} isReading={Boolean(thread) || isWriting} back={paths.messages}>
        {thread ? (
          <MyThread key={thread} id={thread} />
        ) : isWriting ? (
          <StartForm
            patientKey={patientKey}
            draft="message-new"
            send={(body) => send(startMyThread, { body })}
            refresh={() => refreshCalls(...patientCalls)}
            addressOf={paths.messageThread}
            back={paths.messages}
            above={<Emergency />}
          />
        ) : (
          query.data && query.data.total > 0 && <EmptyState icon={IconMessages} title={messages.choose} />
        )}
      </ThreadsFrame>
    </>
  )
}
