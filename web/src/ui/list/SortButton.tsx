import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = { order: 'asc' | 'desc' | undefined; onClick: () => void; children: ReactNode }

/** The header of a sortable column; `order` is undefined while another column sorts. The column announces `sort` to screen readers. */
export const SortButton = ({ order, onClick, children }: Props) => {
  const Arrow = order === undefined ? IconSelector : order === 'desc' ? IconArrowDown : IconArrowUp
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      c="dimmed"
      px={6}
      mx={-6}
      styles={{ section: { marginInlineStart: 2 } }}
      rightSection={<Arrow size={14} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
