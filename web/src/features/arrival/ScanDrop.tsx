import { Button, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { IconFolderUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { messages } from './messages.ts'

/** A place to drop folders, files and zips, with buttons for everyone who does not drag. */
export const ScanDrop = ({ onPick, disabled }: { onPick: (files: File[]) => void; disabled: boolean }) => {
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    onPick([...(input.files ?? [])])
    // The same folder can be chosen again.
    input.value = ''
  }
  const hidden = { type: 'file', multiple: true, hidden: true, tabIndex: -1 } as const
  return (
    <>
      <input
        {...hidden}
        ref={folder}
        aria-label={messages.folderInput}
        onChange={(event) => take(event.currentTarget)}
        {...{ webkitdirectory: '' }}
      />
      <input {...hidden} ref={files} aria-label={messages.filesInput} onChange={(event) => take(event.currentTarget)} />
      <Dropzone
        onDrop={onPick}
        onReject={(refused) => onPick(refused.map(({ file }) => file))}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        disabled={disabled}
        tabIndex={-1}
        useFsAccessApi={false}
        inputProps={{ 'aria-label': messages.drop, tabIndex: -1 }}
      >
        <Stack align="center" gap="xs" py="xl">
          <IconFolderUp size={48} stroke={1.5} aria-hidden />
          <Text fw={500} ta="center">
            {messages.drop}
          </Text>
          <Text size="sm" c="dimmed" ta="center">
            {messages.hint}
          </Text>
          <Group justify="center" gap="sm" mt="xs">
            <Button disabled={disabled} onClick={() => folder.current?.click()}>
              {messages.chooseFolder}
            </Button>
            <Button variant="default" disabled={disabled} onClick={() => files.current?.click()}>
              {messages.chooseFiles}
            </Button>
          </Group>
        </Stack>
      </Dropzone>
    </>
  )
}
