import {
  listNotifications,
  type Notification,
  notificationFirstPollMs,
  notificationPollMs,
  readAllNotifications,
} from '@fornix/contract'
import { ActionIcon, Button, Group, Indicator, Loader, Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconBell, IconBellOff, IconFileUpload, IconScan, IconUserQuestion } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useCall, useSend } from '../../platform/api.ts'
import { useOpenPatient } from '../../platform/chosen-patient.ts'
import { useSession } from '../../platform/session.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import classes from './bell.module.css'
import { messages } from './messages.ts'

const shownInMenu = 8
const most = 99
const icons = { file: IconFileUpload, scan: IconScan, request: IconUserQuestion }

const Entry = ({ entry, onOpen }: { entry: Notification; onOpen: () => void }) => {
  const Icon = icons[entry.item_type]
  return (
    <UnstyledButton className={classes.entry} onClick={onOpen}>
      <Icon size={20} aria-hidden />
      <span>
        <Text component="span" display="block" size="sm" fw={entry.read ? 400 : 600}>
          {messages.what[entry.item_type]}
          {!entry.read && ` · ${messages.unread}`}
        </Text>
        <Text component="span" display="block" size="sm">
          {entry.patient_name}
        </Text>
        <Text component="time" dateTime={entry.timestamp} display="block" size="xs" c="dimmed">
          {formatDateTime(entry.timestamp)}
        </Text>
      </span>
    </UnstyledButton>
  )
}

/** Unread notifications: first asked for 10 s after the page stands, then every minute. */
export const NotificationBell = () => {
  const provider = useSession()?.user.provider_id ?? ''
  const [started, setStarted] = useState(false)
  const [opened, setOpened] = useState(false)
  const [seenAt, setSeenAt] = useState(0)
  const { open: openPatient } = useOpenPatient()
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), notificationFirstPollMs)
    return () => clearTimeout(timer)
  }, [])
  const query = useCall(
    listNotifications,
    { params: { provider_id: provider }, query: { page: 1, page_size: 10 } },
    { enabled: provider !== '' && started, refetchInterval: notificationPollMs },
  )
  const readAll = useSend(readAllNotifications, { refreshes: [listNotifications] })
  const seen = seenAt > 0 && query.dataUpdatedAt <= seenAt
  const unread = seen ? 0 : (query.data?.count ?? 0)
  const toggle = (open: boolean) => {
    setOpened(open)
    // Opened before the first poll: the person is asking now.
    if (open) return setStarted(true)
    if (unread === 0) return
    setSeenAt(query.dataUpdatedAt)
    readAll.mutate({ params: { provider_id: provider } }, { onError: () => setSeenAt(0) })
  }
  const entries = query.data?.notifications.slice(0, shownInMenu) ?? []
  return (
    <Popover opened={opened} onChange={toggle} width={340} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Indicator
        label={unread > most ? `${most}+` : unread}
        disabled={unread === 0}
        size={20}
        offset={6}
        color="red"
        zIndex={1}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            aria-label={messages.label(unread)}
            onClick={() => toggle(!opened)}
          >
            <IconBell size={22} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p="xs" aria-label={messages.title}>
        <Text fw={600} px="xs" py={4} tabIndex={-1} data-autofocus>
          {messages.title}
        </Text>
        {!query.data && query.isLoading && <Loader size="sm" m="md" aria-label={messages.loading} />}
        {query.isError && (
          <Group px="xs" py="sm" gap="sm" role="alert">
            <Text size="sm">{messages.failed}</Text>
            <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
              {messages.retry}
            </Button>
          </Group>
        )}
        {query.data && entries.length === 0 && (
          <Stack align="center" gap="xs" p="lg" c="dimmed">
            <IconBellOff aria-hidden />
            <Text size="sm">{messages.empty}</Text>
          </Stack>
        )}
        <ul className={classes.list}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry
                entry={entry}
                onOpen={() => {
                  toggle(false)
                  void openPatient(entry.patient_id, entry.item_type === 'file' ? 'file' : undefined)
                }}
              />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
