import {
  listNotifications,
  notificationFirstPollMs,
  notificationPollMs,
  notificationStream,
  readAllNotifications,
} from '@fornix/contract'
import { ActionIcon, Button, Group, Indicator, Loader, Popover, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { refreshCall, useCall, useSend } from '../../platform/calls/api.ts'
import { useLive } from '../../platform/calls/live.ts'
import { useSession } from '../../platform/session/session.tsx'
import classes from './bell.module.css'
import { messages } from './messages.ts'
import { NotificationEntry } from './NotificationEntry.tsx'
import { useOpenEntry } from './use-open-entry.ts'

const shownInMenu = 8
const most = 99

/** Unread notifications: asked for when the stream says so, and anyhow 10 s after the page stands and then every minute. */
export const NotificationBell = () => {
  const provider = useSession()?.user.provider_id ?? ''
  const [started, setStarted] = useState(false)
  const [opened, setOpened] = useState(false)
  const [seenAt, setSeenAt] = useState(0)
  const openEntry = useOpenEntry()
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), notificationFirstPollMs)
    return () => clearTimeout(timer)
  }, [])
  const query = useCall(
    listNotifications,
    { params: { provider_id: provider }, query: { page: 1, page_size: 10 } },
    { enabled: provider !== '' && started, refetchInterval: notificationPollMs },
  )
  useLive(notificationStream, () => {
    setStarted(true)
    void refreshCall(listNotifications)
  })
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
      <VisuallyHidden role="status">{unread > 0 && messages.label(unread)}</VisuallyHidden>
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
              <NotificationEntry
                entry={entry}
                onOpen={() => {
                  toggle(false)
                  void openEntry(entry)
                }}
              />
            </li>
          ))}
        </ul>
        <div className={classes.all}>
          <Button component={Link} to={paths.notifications} variant="subtle" fullWidth onClick={() => toggle(false)}>
            {messages.all}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
