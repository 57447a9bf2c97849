import { Badge, type BadgeProps } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = Pick<BadgeProps, 'className' | 'miw'> & { good: boolean; bad?: TablerIcon; children: ReactNode }

/** One of two states, shown by its words, its icon and its color. */
export const StatusMark = ({ good, bad = IconAlertTriangle, children, ...look }: Props) => {
  const Icon = good ? IconCircleCheck : bad
  return (
    <Badge
      variant="light"
      color={good ? 'green' : 'amber'}
      size="lg"
      fw={600}
      leftSection={<Icon size={14} aria-hidden />}
      {...look}
    >
      {children}
    </Badge>
  )
}
