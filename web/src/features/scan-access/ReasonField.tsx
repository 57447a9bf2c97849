import { Textarea, type TextareaProps } from '@mantine/core'
import { messages } from './messages.ts'

/** Why something is refused or taken back; the patient reads it. */
export const ReasonField = (props: TextareaProps) => (
  <Textarea
    label={messages.reason}
    required
    withAsterisk={false}
    autosize
    minRows={3}
    maxRows={8}
    maxLength={5000}
    {...props}
  />
)
