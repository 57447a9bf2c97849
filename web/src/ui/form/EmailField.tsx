import { TextInput, type TextInputProps } from '@mantine/core'

/** An email address; phones neither correct nor capitalize it. */
export const EmailField = (props: TextInputProps) => (
  <TextInput type="email" autoComplete="email" autoCapitalize="none" spellCheck={false} {...props} />
)
