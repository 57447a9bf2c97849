import type { ReactNode } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { Drawer } from './Drawer.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  position: 'left' | 'right'
  className?: string | undefined
  children: ReactNode
}

/** The navigation in narrow windows. */
export const SideDrawer = ({ opened, onClose, position, className, children }: Props) => (
  <Drawer opened={opened} onClose={onClose} title={messages.shell.menu} position={position} size="xs">
    <nav aria-label={messages.shell.mainNav} className={className}>
      {children}
    </nav>
  </Drawer>
)
