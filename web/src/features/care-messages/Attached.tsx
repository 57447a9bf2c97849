import { type CareMessage, downloadDocument, downloadMyDocument } from '@fornix/contract'
import { Button, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { download, fetchFile } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { canShow } from '../../ui/file/shown-file.ts'
import { messages } from './messages.ts'

type AttachedFile = CareMessage['files'][number]
type Props = { file: AttachedFile; at: number; count: number; isPatient: boolean }

const FileModal = lazyDialog(async () => (await import('../../ui/file/FileModal.tsx')).FileModal<AttachedFile>, {
  file: undefined,
})

const sideOf = (call: typeof downloadDocument | typeof downloadMyDocument) => ({
  read: ({ file_id }: AttachedFile) => fetchFile(call, { params: { file_id } }),
  save: ({ file_id, file_name }: AttachedFile) => download(call, { params: { file_id } }, file_name),
})
const [patientSide, staffSide] = [sideOf(downloadMyDocument), sideOf(downloadDocument)]

/**
 * A file of a message, shown on the page where that is possible. A deleted one may have been somebody else's, so only its place is known.
 */
export const Attached = ({ file, at, count, isPatient }: Props) => {
  const { attempt, problem } = useAttempt((error) => failureSentence(error, messages.fileFailed, isForReader))
  const [viewed, setViewed] = useState<AttachedFile>()
  if (file.is_deleted) return <Text size="sm">{messages.fileDeleted(at, count)}</Text>
  const { read, save } = isPatient ? patientSide : staffSide
  const download = () => void attempt(() => save(file))
  const isShown = canShow(file)
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconPaperclip size={18} aria-hidden />}
        aria-label={isShown ? messages.viewFile(file.file_name) : messages.file(file.file_name)}
        onClick={isShown ? () => setViewed(file) : download}
        maw="100%"
      >
        {file.file_name}
      </Button>
      {problem && <ErrorAlert mt="xs">{problem}</ErrorAlert>}
      {isShown && (
        <FileModal
          file={viewed}
          read={read}
          title={({ file_name }) => file_name}
          alt={({ file_name }) => messages.picture(file_name)}
          onDownload={download}
          onClose={() => setViewed(undefined)}
        />
      )}
    </div>
  )
}
