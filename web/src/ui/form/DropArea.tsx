import '@mantine/dropzone/styles.css'
import { Stack, Text } from '@mantine/core'
import { Dropzone, type DropzoneProps } from '@mantine/dropzone'
import type { ReactNode } from 'react'

type Props = Pick<DropzoneProps, 'disabled' | 'multiple' | 'openRef' | 'py'> & {
  /** Gets any file, even one of the wrong type: the caller says what is wrong with it. */
  onPick: (files: File[]) => void
  inputProps: DropzoneProps['inputProps']
  icon: ReactNode
  words: string
  hint: ReactNode
  /** Buttons for users who do not drag. */
  children: ReactNode
}

/** A place to drop files. */
export const DropArea = ({ onPick, inputProps, icon, words, hint, py, children, ...zone }: Props) => (
  <Dropzone
    {...zone}
    onDrop={onPick}
    onReject={(refused) => onPick(refused.map(({ file }) => file))}
    activateOnClick={false}
    activateOnKeyboard={false}
    enablePointerEvents
    tabIndex={-1}
    useFsAccessApi={false}
    inputProps={{ ...inputProps, tabIndex: -1 }}
  >
    <Stack align="center" gap="xs" py={py}>
      {icon}
      <Text fw={500} ta="center">
        {words}
      </Text>
      <Text size="sm" c="dimmed" ta="center">
        {hint}
      </Text>
      {children}
    </Stack>
  </Dropzone>
)
