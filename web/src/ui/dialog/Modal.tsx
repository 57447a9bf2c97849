import type { ModalProps } from '@mantine/core'
import { lazyDialog } from './lazy-dialog.tsx'

/** Mantine's dialog, for pages that begin without one that is open. */
export const Modal = lazyDialog<ModalProps>(async () => (await import('./modal-part.ts')).Modal, { opened: false })
