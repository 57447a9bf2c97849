import type { DrawerProps } from '@mantine/core'
import { lazyDialog } from './lazy-dialog.tsx'

/** Mantine's drawer, for pages that start with it closed. */
export const Drawer = lazyDialog<DrawerProps>(async () => (await import('./drawer-part.ts')).Drawer, { opened: false })
