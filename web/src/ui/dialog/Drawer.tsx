import type { DrawerProps } from '@mantine/core'
import { lazyDialog } from './lazy-dialog.tsx'

/** Mantine's drawer, for pages that begin without one that is open. */
export const Drawer = lazyDialog<DrawerProps>(async () => (await import('./drawer-part.ts')).Drawer, { opened: false })
