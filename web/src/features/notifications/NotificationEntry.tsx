import type { Notification } from '@fornix/contract'
import { Text, UnstyledButton } from '@mantine/core'
import { IconFileUpload, IconScan, IconShieldLock, IconUserCog, IconUserQuestion } from '@tabler/icons-react'
import { shortIdentityOf } from '../../clinic/records/patient-identity.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import classes from './bell.module.css'
import { messages } from './messages.ts'

const icons = {
  file: IconFileUpload,
  scan: IconScan,
  request: IconUserQuestion,
  special_care: IconShieldLock,
  rights: IconUserCog,
}

const whoOf = ({ by, note, patient_name }: Notification) => {
  if (!by) return patient_name
  return note ? messages.did(patient_name, by) : messages.by(patient_name, by)
}

/** One notification, in the bell and on the page; unread is a dot and a word. */
export const NotificationEntry = ({ entry, onOpen }: { entry: Notification; onOpen: () => void }) => {
  const Icon = icons[entry.item_type]
  return (
    <UnstyledButton className={classes.entry} onClick={onOpen}>
      <Icon size={20} aria-hidden />
      <span className={classes.text}>
        <span className={classes.head}>
          <Text component="span" size="sm" fw={entry.read ? 400 : 600}>
            {entry.note || messages.what[entry.item_type]}
          </Text>
          {!entry.read && (
            <Text component="span" size="xs" fw={600} className={classes.unread}>
              {messages.unread}
            </Text>
          )}
        </span>
        <Text component="span" size="sm">
          <span>{whoOf(entry)}</span>{' '}
          {entry.patient_id && (
            <Text component="span" size="xs" c="dimmed" className={classes.facts}>
              <WholeFacts>{shortIdentityOf(entry)}</WholeFacts>
            </Text>
          )}
        </Text>
        <Text component="time" dateTime={entry.timestamp} size="xs" c="dimmed" className={classes.when}>
          {formatDateTime(entry.timestamp)}
        </Text>
      </span>
    </UnstyledButton>
  )
}
