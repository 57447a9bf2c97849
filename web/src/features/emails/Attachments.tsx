import { maxAttachmentsBytes, sendEmail } from '@fornix/contract'
import { ActionIcon, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconFile, IconFolderOpen, IconPaperclip, IconX } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { formatSize } from '../../ui/display/sizes.ts'
import { acceptOf } from '../../ui/form/check-upload.ts'
import { useTouch } from '../../ui/form/FileDrop.tsx'
import { FileInput } from '../../ui/form/FileInput.tsx'
import { texts as uploadTexts } from '../../ui/form/upload-messages.ts'
import { DocumentPicker } from './DocumentPicker.tsx'
import classes from './emails.module.css'
import { messages } from './messages.ts'
import type { Composer } from './use-composer.ts'

const accepted = acceptOf(sendEmail.upload!)
const texts = messages.files

type ItemProps = { name: string; note: string; disabled: boolean; onRemove: () => void }

const Item = ({ name, note, disabled, onRemove }: ItemProps) => (
  <li className={classes.file}>
    <IconFile size={18} aria-hidden />
    <span className={classes.fileName}>
      {name}{' '}
      <Text component="span" size="xs" c="dimmed">
        {note}
      </Text>
    </span>
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      aria-label={texts.remove(name)}
      disabled={disabled}
      onClick={onRemove}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  </li>
)

const Meter = ({ bytes }: { bytes: number }) => {
  const share = (100 * bytes) / maxAttachmentsBytes
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {messages.compose.labels.attachments}
        </Text>
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {texts.meter(formatSize(bytes))}
        </Text>
      </Group>
      <Progress value={share} my={6} aria-label={texts.meterLabel} color={share > 90 ? 'amber' : undefined} />
    </>
  )
}

const Attached = ({ composer: { files, form, percent, removeFile, setDocuments } }: { composer: Composer }) => {
  const { documents } = form.values
  // Until it leaves, it leaves with what is attached by then.
  const hasLeft = percent !== undefined
  if (documents.length + files.length === 0) return null
  return (
    <ul className={classes.list}>
      {documents.map((document) => (
        <Item
          key={document.file_id}
          name={document.file_name}
          note={`${formatSize(document.size)} · ${texts.document}`}
          disabled={hasLeft}
          onRemove={() => void setDocuments(documents.filter((other) => other !== document))}
        />
      ))}
      {files.map((file, at) => (
        <Item
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          key={`${file.name} ${at}`}
          name={file.name}
          note={formatSize(file.size)}
          disabled={hasLeft}
          onRemove={() => removeFile(file)}
        />
      ))}
    </ul>
  )
}

const FileProblems = ({ problems }: { problems: readonly string[] }) =>
  problems.length > 0 && (
    <ErrorAlert py="xs">
      {problems.map((problem) => (
        <Text key={problem} size="sm">
          {problem}
        </Text>
      ))}
    </ErrorAlert>
  )

type AttachProps = Pick<Composer, 'addFiles' | 'isPreparing'> & { disabled: boolean; onChoose: () => void }

const AttachButtons = ({ addFiles, isPreparing, disabled, onChoose }: AttachProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Group gap="xs">
      <FileInput ref={input} label={texts.choose} accept={accepted} multiple onPick={(files) => void addFiles(files)} />
      <Button
        loading={isPreparing}
        disabled={disabled}
        variant="default"
        size="xs"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {texts.add}
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={isPreparing || disabled}
        leftSection={<IconFolderOpen size={16} aria-hidden />}
        onClick={onChoose}
      >
        {texts.fromRecord}
      </Button>
    </Group>
  )
}

type Props = { composer: Composer; patientKey: string; name: string }

/** New files and documents of the record, with how much of the 20 MB they take. */
export const Attachments = ({ composer, patientKey, name }: Props) => {
  const [choosing, setChoosing] = useState(false)
  const { bytes, addFiles, isPreparing, hadLocation, fileProblems, form, setDocuments } = composer
  const isTouch = useTouch()
  // What came now would be gone with the letter that is sent.
  const isLocked = form.submitting
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (!isPreparing && !isLocked) void addFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons do the same
    <div className={classes.files} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Meter bytes={bytes} />
      <Attached composer={composer} />
      <Stack gap="xs">
        <FileProblems problems={fileProblems} />
        <AttachButtons
          addFiles={addFiles}
          isPreparing={isPreparing}
          disabled={isLocked}
          onChoose={() => setChoosing(true)}
        />
        {hadLocation && (
          <Text size="sm" role="status">
            {uploadTexts.locationRemoved}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {isTouch ? texts.limits : texts.drop}
        </Text>
      </Stack>
      <DocumentPicker
        opened={choosing}
        onClose={() => setChoosing(false)}
        patientKey={patientKey}
        name={name}
        chosen={form.values.documents}
        onChoose={setDocuments}
      />
    </div>
  )
}
