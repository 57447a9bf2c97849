import {
  answerThread,
  closeThread,
  getThread,
  notificationPollMs,
  type ResponseOf,
  type StaffThread as Thread,
  ThreadClosing,
} from '@fornix/contract'
import { Button, Card, Divider, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useSendKey } from '../../platform/base/send-key.ts'
import { refreshCalls, send, thenRefresh, useCall } from '../../platform/calls/api.ts'
import { failureSentence, statusOf } from '../../platform/http/failure.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { schemaResolver } from '../../ui/form/schema-resolver.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AssignThread } from './AssignThread.tsx'
import { MessageList } from './MessageList.tsx'
import { messages } from './messages.ts'
import { staffMessages } from './staff-messages.ts'
import { Heading } from './ThreadList.tsx'
import { staffCalls, useMarkSeen } from './use-mark-seen.ts'
import { useWriting } from './use-writing.ts'
import { WriteForm } from './WriteForm.tsx'

const texts = staffMessages
const refresh = () => refreshCalls(...staffCalls)

const CloseDialog = ({ thread, onClose }: { thread: string; onClose: () => void }) => {
  const form = useForm({
    initialValues: { note: '' },
    validate: schemaResolver(ThreadClosing.pick({ note: true })),
  })
  const idOf = useSendKey()
  const close = ({ note }: { note: string }) =>
    thenRefresh(send(closeThread, { params: { thread }, body: { id: idOf(note), note } }), refresh)
  const { fields, ...submission } = useSubmit(form, close, {
    onDone: onClose,
    sentence: (error) => failureSentence(error, texts.closeFailed),
  })
  return (
    <Modal opened onClose={onClose} title={texts.closeTitle}>
      <DialogForm submission={submission} confirm={texts.close} onCancel={onClose}>
        <Text size="sm">{texts.closeHint}</Text>
        <Textarea label={texts.note} autosize minRows={2} {...fields.getInputProps('note')} />
      </DialogForm>
    </Modal>
  )
}

const Answer = ({ thread: { thread_id, state, patient_id } }: { thread: Thread }) => {
  const writing = useWriting({
    patientKey: patient_id,
    kind: 'reply',
    name: `message-${thread_id}`,
    send: ({ id, text, files }) => send(answerThread, { params: { thread: thread_id }, body: { id, text, files } }),
    refresh,
  })
  return (
    <WriteForm
      writing={writing}
      label={messages.write.answer}
      above={state === 'closed' && <Text>{texts.reopen}</Text>}
    />
  )
}

const Conversation = ({ thread, messages: list }: ResponseOf<typeof getThread>) => {
  const [closing, { open, close }] = useDisclosure()
  return (
    <Card component="section" aria-label={thread.subject}>
      <Stack gap="lg">
        <Group gap="sm" justify="space-between">
          <Heading thread={thread} />
          {thread.state !== 'closed' && (
            <Button variant="default" onClick={open}>
              {texts.close}
            </Button>
          )}
        </Group>
        <AssignThread thread={thread} />
        <MessageList
          list={list}
          isPatient={false}
          seenNote={({ seen_at }) => (seen_at ? texts.read(formatDateTime(seen_at)) : texts.unread)}
        />
        <Divider />
        <Answer thread={thread} />
      </Stack>
      {closing && <CloseDialog thread={thread.thread_id} onClose={close} />}
    </Card>
  )
}

/** One conversation, as staff read and answer it. */
export const StaffThread = ({ id }: { id: string }) => {
  const query = useCall(getThread, { params: { thread: id } }, { staleTime: 0, refetchInterval: notificationPollMs })
  useMarkSeen(id, query.data?.messages, false)
  if (query.isPending) return <LoadingState rows={4} height={72} />
  if (query.data) return <Conversation {...query.data} />
  return statusOf(query.error) === 404 ? (
    <EmptyState title={messages.gone} />
  ) : (
    <ErrorState message={messages.threadFailed} onRetry={() => void query.refetch()} />
  )
}
