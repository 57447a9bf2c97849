import { Paper, Text } from '@mantine/core'
import { messages } from '../../platform/base/messages.ts'

/** A letter as its reader will see it: plain text. */
export const LetterPreview = ({ subject, message, tall }: { subject: string; message: string; tall?: boolean }) => (
  <Paper
    component="section"
    aria-label={messages.letter.preview}
    withBorder
    p="md"
    mah={tall ? undefined : '40vh'}
    style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}
    tabIndex={0}
  >
    <Text fw={600} mb="xs">
      {subject}
    </Text>
    <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
      {message}
    </Text>
  </Paper>
)
