import type { ReactNode } from 'react'
import { useAtLeast } from '../../platform/base/use-at-least.ts'
import { Drawer } from '../../ui/dialog/drawer-part.ts'

type Props = { opened: boolean; title: string; onClose: () => void; children: ReactNode }

/** A request's form, beside the list; full screen on a phone. */
export const ClaimDrawer = ({ opened, title, onClose, children }: Props) => {
  const narrow = !useAtLeast('48em')
  return (
    <Drawer opened={opened} onClose={onClose} position="right" size={narrow ? '100%' : 'md'} title={title}>
      {children}
    </Drawer>
  )
}
