import type { ModalProps } from '@mantine/core'
import { lazyDialog } from './lazy-dialog.tsx'

/** Mantine's dialog, for pages that start with it closed. */
export const Modal = lazyDialog<ModalProps>(async () => (await import('./modal-part.ts')).Modal, { opened: false })
