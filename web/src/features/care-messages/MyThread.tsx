import { getMyThread, notificationPollMs, type ResponseOf, sendMyMessage } from '@fornix/contract'
import { Card, Divider, Stack, Text } from '@mantine/core'
import { refreshCalls, send, useCall } from '../../platform/calls/api.ts'
import { statusOf } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { MessageList } from './MessageList.tsx'
import { messages } from './messages.ts'
import { Heading } from './ThreadList.tsx'
import { patientCalls, useMarkSeen } from './use-mark-seen.ts'
import { useWriting } from './use-writing.ts'
import { Emergency, WriteForm } from './WriteForm.tsx'

const texts = messages.patient

const Answer = ({ thread: { thread_id, state }, answer_days }: ResponseOf<typeof getMyThread>) => {
  const patientKey = useSession()?.user.patient_id ?? ''
  const writing = useWriting({
    patientKey,
    kind: 'reply',
    name: `message-${thread_id}`,
    send: ({ id, text, files }) => send(sendMyMessage, { params: { thread: thread_id }, body: { id, text, files } }),
    refresh: () => refreshCalls(...patientCalls),
  })
  return (
    <WriteForm
      writing={writing}
      label={messages.write.answer}
      above={
        <>
          {state === 'closed' && <Text>{texts.reopen}</Text>}
          <Emergency />
          <Text size="sm" c="dimmed">
            {texts.usual(answer_days)}
          </Text>
        </>
      }
    />
  )
}

/** One conversation, as its patient reads it and answers. */
export const MyThread = ({ id }: { id: string }) => {
  const query = useCall(
    getMyThread,
    { params: { thread: id } },
    { staleTime: 0, refetchInterval: notificationPollMs / 3 },
  )
  useMarkSeen(id, query.data?.messages, true)
  if (query.isPending) return <LoadingState rows={4} height={72} />
  if (!query.data)
    return statusOf(query.error) === 404 ? (
      <EmptyState title={messages.gone} text={messages.goneHint} />
    ) : (
      <ErrorState message={messages.threadFailed} onRetry={() => void query.refetch()} />
    )
  const { thread } = query.data
  return (
    <Card component="section" aria-label={thread.subject}>
      <Stack gap="lg">
        <Heading thread={thread} />
        <MessageList
          list={query.data.messages}
          isPatient
          seenNote={({ seen_at }) => (seen_at ? messages.patient.seen : '')}
        />
        <Divider />
        <Answer {...query.data} />
      </Stack>
    </Card>
  )
}
