import { Textarea, type TextareaProps } from '@mantine/core'

/** Why something is done, in a few lines of free text. */
export const ReasonField = ({ texts, ...props }: TextareaProps & { texts: { reason: string; reasonHint: string } }) => (
  <Textarea
    label={texts.reason}
    description={texts.reasonHint}
    autosize
    minRows={2}
    maxRows={6}
    autoComplete="off"
    {...props}
  />
)
