import {
  listNotifications,
  notificationFirstPollMs,
  notificationPollMs,
  notificationStream,
  readAllNotifications,
} from '@fornix/contract'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { refreshCall, useCall, useSend } from '../../platform/calls/api.ts'
import { useLive } from '../../platform/calls/live.ts'
import { useSession } from '../../platform/session/session.tsx'
import type { ButtonRef } from '../../ui/dialog/ButtonTarget.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { CountMark } from '../../ui/display/CountMark.tsx'
import { messages } from './messages.ts'
import { useOpenEntry } from './use-open-entry.ts'

const BellMenu = lazyDialog(async () => (await import('./BellMenu.tsx')).BellMenu, { opened: false })

/** Whether the bell queries the server yet: not until the page has settled, unless the user or the stream asks for it. */
const useStarted = () => {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), notificationFirstPollMs)
    return () => clearTimeout(timer)
  }, [])
  return { started, start: () => setStarted(true) }
}

/** Unread notifications: fetched when the stream says so, and in any case 10 s after the page loads and then every minute. */
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
  const through = query.data?.newest ?? undefined
  const markRead = () => {
    if (!unread) return
    setSeenAt(query.dataUpdatedAt)
    readAll.mutate({ params: { provider_id: provider }, query: { through } }, { onError: () => setSeenAt(0) })
  }
  return { query, unread, start, markRead }
}

type BellProps = { unread: number | undefined; opened: boolean; onClick: () => void; button: ButtonRef }

const BellButton = ({ unread, opened, onClick, button }: BellProps) => {
  const isHere = useLocation().pathname === paths.notifications
  return (
    <CountMark count={unread ?? 0}>
      <ActionIcon
        ref={button}
        variant={isHere ? 'light' : 'subtle'}
        color={isHere ? undefined : 'gray'}
        size={40}
        aria-label={messages.label(unread)}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={onClick}
      >
        <IconBell size={22} aria-hidden />
      </ActionIcon>
    </CountMark>
  )
}

/** The number of unread notifications; the menu that it opens marks them as read when it closes. */
export const NotificationBell = () => {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const openEntry = useOpenEntry()
  const { query, unread, start, markRead } = useUnread()
  const toggle = () => {
    // Opened before the first poll: the user wants them now.
    if (!opened) start()
    setOpened(!opened)
  }
  return (
    <>
      <BellButton unread={unread} opened={opened} onClick={toggle} button={button} />
      <VisuallyHidden role="status">{unread ? messages.label(unread) : ''}</VisuallyHidden>
      <BellMenu
        opened={opened}
        onClose={() => setOpened(false)}
        onRead={markRead}
        button={button}
        query={query}
        onOpen={(entry) => {
          setOpened(false)
          void openEntry(entry)
        }}
      />
    </>
  )
}
