import { type DrawerProps, Drawer as MantineDrawer } from '@mantine/core'
import { keptOpen } from './keep-open.tsx'

/** For code loaded when a drawer opens; Drawer.tsx is for pages. */
export const Drawer = keptOpen<DrawerProps>(MantineDrawer)
