import { Badge } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleX,
  IconDots,
  IconHourglass,
  IconLock,
  IconMailForward,
  IconMessageReply,
  IconPlayerPause,
  IconScan,
  IconSend,
  IconUserOff,
  type TablerIcon,
} from '@tabler/icons-react'

const looks: Record<string, [color: string, icon: TablerIcon]> = {
  Accepted: ['green', IconCircleCheck],
  Scanned: ['petrol', IconScan],
  Screened: ['iris', IconScan],
  'On Hold': ['amber', IconPlayerPause],
  'Pending Invite': ['blue', IconMailForward],
  Invited: ['blue', IconMailForward],
  Registered: ['green', IconCircleCheck],
  Rejected: ['red', IconCircleX],
  Withdrawn: ['gray', IconUserOff],
  Submitted: ['blue', IconSend],
  Answered: ['blue', IconMessageReply],
  'Pending Approval': ['iris', IconHourglass],
  Processing: ['iris', IconHourglass],
  Approved: ['green', IconCircleCheck],
  Paid: ['green', IconCircleCheck],
  Queued: ['blue', IconHourglass],
  Sent: ['green', IconCircleCheck],
  Failed: ['red', IconCircleX],
  'Being checked': ['iris', IconHourglass],
  Locked: ['red', IconLock],
}

/** A status as a word with an icon: the colour never says it alone. */
export const StatusBadge = ({ status }: { status: string }) => {
  const [color, Icon] = looks[status] ?? ['gray', IconDots]
  return (
    <Badge
      variant="light"
      color={color}
      size="lg"
      tt="none"
      fw={600}
      flex="none"
      // A word that is cut says nothing.
      miw="max-content"
      leftSection={<Icon size={14} aria-hidden />}
    >
      {status}
    </Badge>
  )
}
