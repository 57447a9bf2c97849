import { Textarea, type TextareaProps } from '@mantine/core'

/** Why something is done, in a few lines of one's own. */
export const ReasonField = (props: TextareaProps) => (
  <Textarea autosize minRows={2} maxRows={6} autoComplete="off" {...props} />
)
