import { Button, Group, Text } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'
import { AlertDialog } from './AlertDialog.tsx'

const texts = messages.discard

/** Asks before a dialog closes over something that was typed in it. */
export const DiscardQuestion = ({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) => (
  <AlertDialog title={texts.title} onEscape={onKeep}>
    <Text mb="md">{texts.text}</Text>
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onDiscard}>
        {texts.discard}
      </Button>
      <Button data-autofocus onClick={onKeep}>
        {texts.keep}
      </Button>
    </Group>
  </AlertDialog>
)
