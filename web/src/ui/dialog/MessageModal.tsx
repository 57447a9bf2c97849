import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Modal } from './Modal.tsx'

type Props = { opened: boolean; title: string; button: string; onClose: () => void; children: ReactNode }

/** "Oh Snap!" and "Great!": one message and one button, which has the focus. */
export const MessageModal = ({ opened, title, button, onClose, children }: Props) => (
  <Modal opened={opened} onClose={onClose} title={title}>
    {typeof children === 'string' ? <Text>{children}</Text> : children}
    <Group justify="flex-end" mt="lg">
      <Button autoFocus data-autofocus onClick={onClose}>
        {button}
      </Button>
    </Group>
  </Modal>
)
