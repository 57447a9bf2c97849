import { TextInput, type TextInputProps } from '@mantine/core'

/** The name of something that a clinic sets up itself: the first field of its form. */
export const NameField = (props: TextInputProps) => (
  <TextInput withAsterisk maxLength={60} autoComplete="off" data-autofocus {...props} />
)
