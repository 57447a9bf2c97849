import { Button, Group } from '@mantine/core'
import { IconFolderUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { DropArea } from '../../ui/form/DropArea.tsx'
import { messages } from './messages.ts'

/** A place to drop folders, files and zips, with buttons for users who do not drag. */
export const ScanDrop = ({ onPick, disabled }: { onPick: (files: File[]) => void; disabled: boolean }) => {
  const folder = useRef<HTMLInputElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    onPick([...(input.files ?? [])])
    // Allows choosing the same folder again.
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
      <DropArea
        onPick={onPick}
        disabled={disabled}
        inputProps={{ 'aria-label': messages.drop }}
        icon={<IconFolderUp size={48} stroke={1.5} aria-hidden />}
        words={messages.drop}
        hint={messages.hint}
        py="xl"
      >
        <Group justify="center" gap="sm" mt="xs">
          <Button disabled={disabled} onClick={() => folder.current?.click()}>
            {messages.chooseFolder}
          </Button>
          <Button variant="default" disabled={disabled} onClick={() => files.current?.click()}>
            {messages.chooseFiles}
          </Button>
        </Group>
      </DropArea>
    </>
  )
}
