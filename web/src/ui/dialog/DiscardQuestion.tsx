import { Button, Group, Text } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { AlertDialog } from './AlertDialog.tsx'
import type { LeaveTexts } from './unsaved.ts'

type Props = { texts?: LeaveTexts; onClose: () => void; onLeave: () => void }

/** Asks before something that was typed is lost. */
export const DiscardQuestion = ({ texts = messages.discard, onClose, onLeave }: Props) => (
  <AlertDialog tone="question" title={texts.title} onEscape={onClose}>
    <Text mb="md">{texts.text}</Text>
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onLeave}>
        {texts.leave}
      </Button>
      <Button data-autofocus onClick={onClose}>
        {texts.stay}
      </Button>
    </Group>
  </AlertDialog>
)
