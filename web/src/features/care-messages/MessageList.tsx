import type { CareMessage } from '@fornix/contract'
import { Text } from '@mantine/core'
import { formatDateTime } from '../../ui/display/dates.ts'
import classes from './care-messages.module.css'
import { messages } from './messages.ts'

/** Under the newest message of one's own side: whether the other side had it on the screen. */
const seenNote = ({ seen_at, by_patient }: CareMessage) => {
  if (by_patient) return seen_at ? messages.patient.seen : ''
  return seen_at ? messages.staff.read(formatDateTime(seen_at)) : messages.staff.unread
}

const Entry = ({ message, isOwn, note }: { message: CareMessage; isOwn: boolean; note: string }) => {
  const isClosing = message.kind === 'closing'
  return (
    <li className={`${classes.message} ${isClosing ? classes.closing : isOwn ? classes.own : ''}`}>
      <Text size="sm" c="dimmed">
        <Text component="span" size="sm" fw={600} c="var(--mantine-color-text)">
          {isClosing ? messages.closed(message.by) : message.by}
        </Text>
        {!message.by_patient && `, ${message.role}`}
        {' · '}
        <time dateTime={message.sent_at}>{formatDateTime(message.sent_at)}</time>
      </Text>
      {message.text && <Text className={classes.text}>{message.text}</Text>}
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
          isOwn={message.by_patient === isPatient}
          note={message === newest ? seenNote(message) : ''}
        />
      ))}
    </ol>
  )
}
