import type { listNotifications, Notification, ResponseOf } from '@fornix/contract'
import { Button, Group, Loader, Popover, Stack, Text } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { type ButtonRef, ButtonTarget } from '../../ui/dialog/ButtonTarget.tsx'
import classes from './bell.module.css'
import { messages } from './messages.ts'
import { NotificationEntry } from './NotificationEntry.tsx'

const shownInMenu = 8

type Query = UseQueryResult<ResponseOf<typeof listNotifications>>

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

type Props = MenuProps & { opened: boolean; onRead: () => void; button: ButtonRef }

/** The bell's menu; closing it marks the entries as read. */
export const BellMenu = ({ opened, onClose, onRead, button, query, onOpen }: Props) => {
  const read = useEffectEvent(onRead)
  useEffect(() => {
    if (opened) return () => read()
  }, [opened])
  return (
    <Popover
      opened={opened}
      onChange={onClose}
      width="min(340px, calc(100vw - 16px))"
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ButtonTarget button={button} />
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={messages.title}>
        <Menu query={query} onOpen={onOpen} onClose={onClose} />
      </Popover.Dropdown>
    </Popover>
  )
}
