import { Textarea } from '@mantine/core'
import type { Ref } from 'react'
import { messages } from './messages.ts'

type ReasonProps = {
  field?: Ref<HTMLTextAreaElement>
  reason: string
  missing: boolean
  onChange: (reason: string) => void
}

/** Why something is refused or taken back; the patient reads it. */
export const ReasonField = ({ field, reason, missing, onChange }: ReasonProps) => (
  <Textarea
    {...(field && { ref: field })}
    label={messages.reason}
    required
    withAsterisk={false}
    autosize
    minRows={3}
    maxRows={8}
    maxLength={5000}
    value={reason}
    error={missing && messages.reasonMissing}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
