import { Button, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconCloudUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { messages } from '../../platform/base/messages.ts'

type Props = {
  /** Told of any file, also one of a wrong type: the caller says what is wrong with it. */
  onPick: (file: File | undefined) => void
  disabled?: boolean
  hint?: string
  /** What the file chooser offers, as `.pdf,.png`. */
  accept?: string
}

const documentsAccepted = '.pdf,.png,.jpeg,.jpg,.svg,.zip'

/** A place to drop a file, with a button for everyone who does not drag. */
export const FileDrop = ({
  onPick,
  disabled = false,
  hint = messages.upload.hint,
  accept = documentsAccepted,
}: Props) => {
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      openRef={open}
      onDrop={(files) => onPick(files[0])}
      onReject={(refused) => onPick(refused[0]?.file)}
      multiple={false}
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      disabled={disabled}
      tabIndex={-1}
      useFsAccessApi={false}
      inputProps={{ 'aria-label': messages.upload.choose, accept, tabIndex: -1 }}
    >
      <Stack align="center" gap="xs" py="md">
        <IconCloudUpload size={40} stroke={1.5} aria-hidden />
        <Text fw={500} ta="center">
          {messages.upload.drop}
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          {hint}
        </Text>
        <Button variant="default" data-autofocus disabled={disabled} onClick={() => open.current?.()}>
          {messages.upload.browse}
        </Button>
      </Stack>
    </Dropzone>
  )
}
