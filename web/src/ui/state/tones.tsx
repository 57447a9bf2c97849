import { ThemeIcon } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconHelpCircle,
  IconInbox,
  IconInfoCircle,
  IconRefresh,
  IconWifiOff,
  type TablerIcon,
} from '@tabler/icons-react'

/** What a message is, in the icon and color that alerts, dialogs and empty pages share. The words say it, too. */
export const tones = {
  success: { icon: IconCircleCheck, color: 'green' },
  failure: { icon: IconAlertCircle, color: 'red' },
  warning: { icon: IconAlertTriangle, color: 'amber' },
  question: { icon: IconHelpCircle, color: 'petrol' },
  information: { icon: IconInfoCircle, color: 'petrol' },
  offline: { icon: IconWifiOff, color: 'gray' },
  outdated: { icon: IconRefresh, color: 'gray' },
  empty: { icon: IconInbox, color: 'gray' },
} as const satisfies Record<string, { icon: TablerIcon; color: string }>
export type Tone = keyof typeof tones

type Props = { tone: Tone; size: number; icon?: TablerIcon | undefined }

export const ToneIcon = ({ tone, size, icon: Icon = tones[tone].icon }: Props) => (
  <ThemeIcon size={size} radius="xl" variant="light" color={tones[tone].color}>
    <Icon size={size / 2 + 4} aria-hidden />
  </ThemeIcon>
)
