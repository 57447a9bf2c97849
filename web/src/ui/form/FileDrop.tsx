import { Button, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconCloudUpload, IconFile } from '@tabler/icons-react'
import { useRef } from 'react'
import { DropArea } from './DropArea.tsx'
import { FileInput } from './FileInput.tsx'
import { texts } from './upload-messages.ts'

type Props = {
  /** Gets any file, even one of the wrong type: the caller says what is wrong with it. */
  onPick: (files: File[]) => void
  disabled?: boolean
  hint?: string
  /** The file chooser's filter, such as `.pdf,.png`. */
  accept: string
  multiple?: boolean
}

/** On touch screens people take photos and drag nothing. */
export const useTouch = () => useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })

/** A place to drop files, with a button for users who do not drag; on a phone the camera comes first. */
export const FileDrop = ({ hint = texts.hint, ...props }: Props) => {
  const Place = useTouch() ? TouchButtons : DropPlace
  return <Place hint={hint} {...props} />
}

const TouchButtons = ({ onPick, disabled = false, hint, accept, multiple = false }: Props) => {
  const camera = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  return (
    <Stack gap="xs">
      <FileInput ref={camera} label={texts.takePhoto} accept="image/*" capture onPick={onPick} />
      <FileInput ref={files} label={texts.choose} accept={accept} multiple={multiple} onPick={onPick} />
      <Button
        data-autofocus
        disabled={disabled}
        leftSection={<IconCamera size={20} aria-hidden />}
        onClick={() => camera.current?.click()}
      >
        {texts.takePhoto}
      </Button>
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconFile size={20} aria-hidden />}
        onClick={() => files.current?.click()}
      >
        {texts.chooseFile}
      </Button>
      <Text size="sm" c="dimmed" ta="center">
        {hint}
      </Text>
    </Stack>
  )
}

const DropPlace = ({ onPick, disabled = false, hint, accept, multiple = false }: Props) => {
  const open = useRef<() => void>(null)
  return (
    <DropArea
      openRef={open}
      onPick={onPick}
      multiple={multiple}
      disabled={disabled}
      inputProps={{ 'aria-label': texts.choose, accept }}
      icon={<IconCloudUpload size={40} stroke={1.5} aria-hidden />}
      words={texts.drop}
      hint={hint}
      py="md"
    >
      <Button variant="default" data-autofocus disabled={disabled} onClick={() => open.current?.()}>
        {texts.browse}
      </Button>
    </DropArea>
  )
}
