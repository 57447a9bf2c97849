import type { CareMessage } from '@fornix/contract'
import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { translated } from '../../platform/language/t.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { Attached } from './Attached.tsx'
import classes from './care-messages.module.css'
import { messages } from './messages.ts'

type EntryProps = { message: CareMessage; isPatient: boolean; note: string }

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

type Props = {
  list: readonly CareMessage[]
  /** The reader's side. */
  isPatient: boolean
  /** Under the newest message of the reader's side: whether the other side had it on the screen. */
  seenNote: (newest: CareMessage) => string
}

/** A conversation, the oldest first. */
export const MessageList = ({ list, isPatient, seenNote }: Props) => {
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
