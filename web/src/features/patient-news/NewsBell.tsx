import { listNews, notificationPollMs } from '@fornix/contract'
import { ActionIcon, Indicator, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { messages } from './messages.ts'

const most = 99

/** How many notifications are new, and the way to them. */
export const NewsBell = () => {
  const query = { page: 1, page_size: 10 } as const
  const unread = useCall(listNews, { query }, { refetchInterval: notificationPollMs }).data?.unread ?? 0
  return (
    <Indicator
      label={unread > most ? `${most}+` : unread}
      disabled={unread === 0}
      size={20}
      offset={6}
      color="red"
      zIndex={1}
    >
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
    </Indicator>
  )
}
