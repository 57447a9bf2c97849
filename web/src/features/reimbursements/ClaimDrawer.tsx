import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

type Props = { opened: boolean; title: string; onClose: () => void; children: ReactNode }

/** A request's form, beside the list; the whole screen on a phone. */
export const ClaimDrawer = ({ opened, title, onClose, children }: Props) => {
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={narrow ? '100%' : 'md'} title={title}>
      {children}
    </Drawer>
  )
}
