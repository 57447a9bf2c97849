import { Button } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Turns the order of a list where it is shown as cards, which have no header to click. */
export const OrderButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button hiddenFrom="sm" variant="default" leftSection={<IconArrowsSort size={18} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)
