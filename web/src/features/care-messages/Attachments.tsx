import { maxFilesPerMessage } from '@fornix/contract'
import { Stack } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { documentRules, useDocumentUpload } from '../../clinic/documents/use-document-upload.ts'
import { acceptOf } from '../../ui/form/check-upload.ts'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { UploadList } from '../../ui/form/UploadList.tsx'
import { useUnsavedFiles } from '../../ui/form/use-unsaved-files.ts'
import { type Sending, useUploads } from '../../ui/form/use-uploads.ts'
import { NotAttached, type SendAttachments } from './attachments.ts'
import { messages } from './messages.ts'

type Props = { patientKey: string; sender: RefObject<SendAttachments | null>; disabled: boolean }

/** Files that go along with a message: documents of the record, uploaded when the message is sent. */
export const Attachments = ({ patientKey, sender, disabled }: Props) => {
  const uploads = useUploads(documentRules, true)
  const upload = useDocumentUpload(patientKey)
  useUnsavedFiles(uploads.wanted.length > 0, disabled || uploads.isSending)
  const arrived = useRef(new Map<string, string>())
  const keep = async (file: File, sending: Sending) => {
    arrived.current.set(sending.key, await upload(file, sending))
  }
  const isFull = uploads.wanted.length >= maxFilesPerMessage
  useEffect(() => {
    sender.current = async () => {
      if (uploads.wanted.length === 0) return []
      if (uploads.isPreparing || uploads.wanted.length > maxFilesPerMessage || !(await uploads.sendAll(keep)))
        throw new NotAttached()
      return uploads.wanted.flatMap(({ key }) => arrived.current.get(key) ?? [])
    }
    return () => {
      sender.current = null
    }
  })
  return (
    <Stack gap="sm">
      <FileDrop
        accept={acceptOf(documentRules)}
        multiple
        disabled={disabled || uploads.isSending || isFull}
        hint={messages.write.attachHint(maxFilesPerMessage)}
        onPick={(files) => void uploads.add(files)}
      />
      <UploadList uploads={uploads} />
    </Stack>
  )
}
