import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Tone } from '../state/tones.tsx'
import { Modal } from './Modal.tsx'
import { ToneTitle } from './ToneTitle.tsx'

type Props = {
  opened: boolean
  tone: Tone
  title: string
  button: string
  onClose: () => void
  children: ReactNode
  /** Beside the button. */
  aside?: ReactNode
}

/** "Oh Snap!" and "Great!": one message and one button, which has the focus. */
export const MessageModal = ({ opened, tone, title, button, onClose, children, aside }: Props) => (
  <Modal opened={opened} onClose={onClose} title={<ToneTitle tone={tone}>{title}</ToneTitle>}>
    {typeof children === 'string' ? <Text>{children}</Text> : children}
    <Group justify="flex-end" gap="sm" mt="lg">
      {aside}
      <Button autoFocus data-autofocus onClick={onClose}>
        {button}
      </Button>
    </Group>
  </Modal>
)
