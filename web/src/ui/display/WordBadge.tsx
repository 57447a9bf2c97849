import { Badge, type BadgeProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'

/** A state as a word with an icon: never by color alone. */
export const WordBadge = ({ icon: Icon, ...props }: Omit<BadgeProps, 'leftSection'> & { icon: TablerIcon }) => (
  // A truncated word says nothing.
  <Badge
    variant="light"
    size="lg"
    fw={600}
    miw="max-content"
    leftSection={<Icon size={14} aria-hidden />}
    // The gray of a badge is that of a hovered row.
    {...(props.color === 'gray' && { style: { borderColor: 'var(--mantine-color-default-border)' } })}
    {...props}
  />
)
