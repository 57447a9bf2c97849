import { type CareMessage, downloadDocument, downloadMyDocument } from '@fornix/contract'
import { Button, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { Fragment } from 'react'
import { download } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { translated } from '../../platform/language/t.ts'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import classes from './care-messages.module.css'
import { messages } from './messages.ts'

/** Under the newest message of one's own side: whether the other side had it on the screen. */
const seenNote = ({ seen_at, by_patient }: CareMessage) => {
  if (by_patient) return seen_at ? messages.patient.seen : ''
  return seen_at ? messages.staff.read(formatDateTime(seen_at)) : messages.staff.unread
}

type AttachedProps = { file: CareMessage['files'][number]; at: number; count: number; isPatient: boolean }
type EntryProps = { message: CareMessage; isPatient: boolean; note: string }

/** A file of the message. A deleted one may have been somebody else's, so only its place among the files is known. */
const Attached = ({ file: { file_id, file_name, is_deleted }, at, count, isPatient }: AttachedProps) => {
  const { attempt, problem } = useAttempt((error) => failureSentence(error, messages.fileFailed, isForReader))
  if (is_deleted) return <Text size="sm">{messages.fileDeleted(at, count)}</Text>
  const call = isPatient ? downloadMyDocument : downloadDocument
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPaperclip size={18} aria-hidden />}
        aria-label={messages.file(file_name)}
        onClick={() => void attempt(() => download(call, { params: { file_id } }, file_name))}
        maw="100%"
      >
        {file_name}
      </Button>
      {problem && <ErrorAlert mt="xs">{problem}</ErrorAlert>}
    </div>
  )
}

const Entry = ({ message, isPatient, note }: EntryProps) => {
  const isOwn = message.by_patient === isPatient
  const isClosing = message.kind === 'closing'
  return (
    <li className={`${classes.message} ${isClosing ? classes.closing : isOwn ? classes.own : ''}`}>
      <Text size="sm" c="dimmed">
        <WholeFacts>
          {[
            <Fragment key="who">
              <Text component="span" size="sm" fw={600} c="var(--mantine-color-text)">
                {isClosing ? messages.closed(message.by) : message.by}
              </Text>
              {!message.by_patient && `, ${translated(message.role)}`}
            </Fragment>,
            <time key="at" dateTime={message.sent_at}>
              {formatDateTime(message.sent_at)}
            </time>,
          ]}
        </WholeFacts>
      </Text>
      {message.text && <Text className={classes.text}>{message.text}</Text>}
      {message.files.map((file, n) => (
        <Attached key={file.file_id} file={file} at={n + 1} count={message.files.length} isPatient={isPatient} />
      ))}
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </li>
  )
}

/** A conversation, the oldest first. `isPatient` is the reader's side. */
export const MessageList = ({ list, isPatient }: { list: readonly CareMessage[]; isPatient: boolean }) => {
  const newest = list.findLast(({ by_patient, text }) => by_patient === isPatient && text !== '')
  return (
    <ol className={classes.messages} aria-label={messages.title}>
      {list.map((message) => (
        <Entry
          key={message.message_id}
          message={message}
          isPatient={isPatient}
          note={message === newest ? seenNote(message) : ''}
        />
      ))}
    </ol>
  )
}
