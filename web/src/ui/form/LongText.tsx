import { Textarea, type TextareaProps } from '@mantine/core'

type Props = Omit<TextareaProps, 'rows'> & { rows: readonly [least: number, most: number] }

/** A required text, in a field that grows with it. */
export const LongText = ({ rows: [minRows, maxRows], ...field }: Props) => (
  <Textarea required withAsterisk={false} autosize minRows={minRows} maxRows={maxRows} {...field} />
)
