import {
  IconAlertTriangle,
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
import { t } from '../../platform/language/t.ts'
import { WordBadge } from '../../ui/display/WordBadge.tsx'

/** Keyed by the status that the calls return. */
const looks: Record<string, [color: string, icon: TablerIcon, word: string]> = {
  Accepted: ['green', IconCircleCheck, t('Accepted')],
  Scanned: ['petrol', IconScan, t('Scanned')],
  Screened: ['iris', IconScan, t('Screened')],
  'On Hold': ['amber', IconPlayerPause, t('On Hold')],
  'Pending Invite': ['blue', IconMailForward, t('Pending Invite')],
  Invited: ['blue', IconMailForward, t('Invited')],
  Registered: ['green', IconCircleCheck, t('Registered')],
  Rejected: ['red', IconCircleX, t('Rejected')],
  Withdrawn: ['gray', IconUserOff, t('Withdrawn')],
  Submitted: ['blue', IconSend, t('Submitted')],
  Answered: ['blue', IconMessageReply, t('Answered')],
  'Pending Approval': ['iris', IconHourglass, t('Pending Approval')],
  Processing: ['iris', IconHourglass, t('Processing')],
  Approved: ['green', IconCircleCheck, t('Approved')],
  Paid: ['green', IconCircleCheck, t('Paid')],
  Queued: ['blue', IconHourglass, t('Queued')],
  Sent: ['green', IconCircleCheck, t('Sent')],
  'Sent in part': ['amber', IconAlertTriangle, t('Sent in part')],
  Failed: ['red', IconCircleX, t('Failed')],
  'Email failed': ['red', IconCircleX, t('Email failed')],
  'Being checked': ['iris', IconHourglass, t('Being checked')],
  Locked: ['red', IconLock, t('Locked')],
}

export const StatusBadge = ({ status }: { status: string }) => {
  const [color, Icon, word] = looks[status] ?? ['gray', IconDots, status]
  return (
    <WordBadge color={color} icon={Icon} flex="none">
      {word}
    </WordBadge>
  )
}
