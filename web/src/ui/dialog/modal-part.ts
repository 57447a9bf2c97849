import { Modal as MantineModal, type ModalProps } from '@mantine/core'
import { keptOpen } from './keep-open.tsx'

/** For code loaded when a dialog opens; Modal.tsx is for pages. */
export const Modal = keptOpen<ModalProps>(MantineModal)
