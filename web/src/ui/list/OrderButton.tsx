import { Button, type ButtonProps } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = Pick<ButtonProps, 'hiddenFrom'> & { onClick: () => void; children: ReactNode }

/** Reverses the order of a list shown as cards, which have no header to click. */
export const OrderButton = ({ children, ...button }: Props) => (
  <Button variant="default" leftSection={<IconArrowsSort size={18} aria-hidden />} {...button}>
    {children}
  </Button>
)
