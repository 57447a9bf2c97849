import {
  listNotifications,
  type Notification,
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

/** Whether the bell asks the server yet: not before the page stands, unless somebody or the stream wants it. */
const useStarted = () => {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), notificationFirstPollMs)
    return () => clearTimeout(timer)
  }, [])
  return { started, start: () => setStarted(true) }
}

/** Unread notifications: asked for when the stream says so, and anyhow 10 s after the page stands and then every minute. */
const useUnread = () => {
  const provider = useSession()?.user.provider_id ?? ''
  const { started, start } = useStarted()
  const [seenAt, setSeenAt] = useState(0)
  const query = useCall(
    listNotifications,
    { params: { provider_id: provider }, query: { page: 1, page_size: 10 } },
    { enabled: provider !== '' && started, refetchInterval: notificationPollMs },
  )
  useLive(notificationStream, () => {
    start()
    void refreshCall(listNotifications)
  })
  const readAll = useSend(readAllNotifications, { refreshes: [listNotifications] })
  const seen = seenAt > 0 && query.dataUpdatedAt <= seenAt
  const unread = seen ? 0 : query.data?.count
  const markRead = () => {
    if (!unread) return
    setSeenAt(query.dataUpdatedAt)
    readAll.mutate({ params: { provider_id: provider } }, { onError: () => setSeenAt(0) })
  }
  return { query, unread, start, markRead }
}

type Query = ReturnType<typeof useUnread>['query']
type BellProps = { unread: number | undefined; onClick: () => void }

const BellButton = ({ unread, onClick }: BellProps) => (
  <Indicator
    label={unread && unread > most ? `${most}+` : unread}
    disabled={!unread}
    size={20}
    offset={6}
    color="red"
    zIndex={1}
  >
    <Popover.Target>
      <ActionIcon variant="subtle" color="gray" size={40} aria-label={messages.label(unread)} onClick={onClick}>
        <IconBell size={22} aria-hidden />
      </ActionIcon>
    </Popover.Target>
  </Indicator>
)

const QueryState = ({ query }: { query: Query }) => (
  <>
    {!query.data && query.isLoading && <Loader size="sm" m="md" aria-label={messages.loading} />}
    {query.isError && (
      <Group px="xs" py="sm" gap="sm" role="alert">
        <Text size="sm">{messages.failed}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
          {messages.retry}
        </Button>
      </Group>
    )}
    {query.data?.notifications.length === 0 && (
      <Stack align="center" gap="xs" p="lg" c="dimmed">
        <IconBellOff aria-hidden />
        <Text size="sm">{messages.empty}</Text>
      </Stack>
    )}
  </>
)

type MenuProps = { query: Query; onOpen: (entry: Notification) => void; onClose: () => void }

const Menu = ({ query, onOpen, onClose }: MenuProps) => (
  <>
    <Text fw={600} px="xs" py={4} tabIndex={-1} data-autofocus>
      {messages.title}
    </Text>
    <QueryState query={query} />
    <ul className={classes.list}>
      {query.data?.notifications.slice(0, shownInMenu).map((entry) => (
        <li key={entry.id}>
          <NotificationEntry entry={entry} onOpen={() => onOpen(entry)} />
        </li>
      ))}
    </ul>
    <div className={classes.all}>
      <Button component={Link} to={paths.notifications} variant="subtle" fullWidth onClick={onClose}>
        {messages.all}
      </Button>
    </div>
  </>
)

/** The number of unread notifications; the menu that it opens marks them as read when it closes. */
export const NotificationBell = () => {
  const [opened, setOpened] = useState(false)
  const openEntry = useOpenEntry()
  const { query, unread, start, markRead } = useUnread()
  const toggle = (open: boolean) => {
    setOpened(open)
    // Opened before the first poll: the person is asking now.
    if (open) start()
    else markRead()
  }
  return (
    <Popover opened={opened} onChange={toggle} width={340} position="bottom-end" shadow="md" trapFocus returnFocus>
      <BellButton unread={unread} onClick={() => toggle(!opened)} />
      <VisuallyHidden role="status">{unread ? messages.label(unread) : ''}</VisuallyHidden>
      <Popover.Dropdown p="xs" aria-label={messages.title}>
        <Menu
          query={query}
          onOpen={(entry) => {
            toggle(false)
            void openEntry(entry)
          }}
          onClose={() => toggle(false)}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
