import { listNews, notificationPollMs } from '@fornix/contract'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { CountMark } from '../../ui/display/CountMark.tsx'
import { messages } from './messages.ts'

/** The number of new notifications, and the link to them. */
export const NewsBell = () => {
  const query = { page: 1, page_size: 10 } as const
  const unread = useCall(listNews, { query }, { refetchInterval: notificationPollMs }).data?.unread ?? 0
  return (
    <CountMark count={unread}>
      <ActionIcon
        component={Link}
        to={paths.news}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={messages.label(unread)}
      >
        <IconBell size={22} aria-hidden />
      </ActionIcon>
      <VisuallyHidden role="status">{unread > 0 ? messages.label(unread) : ''}</VisuallyHidden>
    </CountMark>
  )
}
