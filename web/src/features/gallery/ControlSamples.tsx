import { patientStatuses } from '@fornix/contract'
import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { UploadModal } from '../../clinic/documents/UploadModal.tsx'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import type { Sending } from '../../ui/form/use-uploads.ts'

const colors = ['petrol', 'iris', 'green', 'amber', 'red', 'blue', 'gray'] as const
const pretend = async (_file: File, { onProgress }: Sending) => {
  for (let percent = 0; percent <= 100; percent += 10) {
    onProgress(percent)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const ControlSamples = () => {
  const [dialog, setDialog] = useState<'message' | 'upload'>()
  const close = () => setDialog(undefined)
  return (
    <Stack>
      <Group gap="sm">
        <Button onClick={() => setDialog('message')}>Show a message</Button>
        <Button variant="light" onClick={() => setDialog('upload')}>
          Upload a file
        </Button>
        <Button variant="default">Default</Button>
        <Button variant="subtle">Subtle</Button>
        <Button color="red">Delete</Button>
        <Anchor href="#main">A link</Anchor>
      </Group>
      <Group gap="sm">
        {patientStatuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </Group>
      {colors.map((color) => (
        <Alert key={color} color={color} title={`An alert in ${color}`}>
          <Text size="sm">Its text is readable on both schemes.</Text>
        </Alert>
      ))}
      <Progress value={40} aria-label="A sample of progress" />
      <MessageModal tone="success" opened={dialog === 'message'} title="Great!" button="Okay" onClose={close}>
        Your message was shown.
      </MessageModal>
      <UploadModal opened={dialog === 'upload'} onClose={close} onDone={close} upload={pretend} />
    </Stack>
  )
}
