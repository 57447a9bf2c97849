import { maxFilesPerMessage } from '@fornix/contract'
import { Stack } from '@mantine/core'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { documentRules, useDocumentUpload } from '../../clinic/documents/use-document-upload.ts'
import { acceptOf } from '../../ui/form/check-upload.ts'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { UploadList } from '../../ui/form/UploadList.tsx'
import { useUnsavedFiles } from '../../ui/form/use-unsaved-files.ts'
import { type Sending, useUploads } from '../../ui/form/use-uploads.ts'
import { type ChosenFiles, NotAttached } from './attachments.ts'
import { messages } from './messages.ts'

type Props = {
  patientKey: string
  chosen: RefObject<ChosenFiles | null>
  /** The key of an upload: of the same file with the same message, also if both are sent again by whoever resumes the draft. */
  keyOf: (...content: unknown[]) => Promise<string>
  onChange: (hasFiles: boolean) => void
  disabled: boolean
}

const sameFile = ({ name, size, lastModified }: File) => [name, size, lastModified].join('/')

/** Files that go along with a message: documents of the record, uploaded when the message is sent. */
export const Attachments = ({ patientKey, chosen, keyOf, onChange, disabled }: Props) => {
  const uploads = useUploads(documentRules, true)
  const upload = useDocumentUpload(patientKey)
  const hasFiles = uploads.wanted.length > 0
  useUnsavedFiles(hasFiles, disabled || uploads.isSending)
  const change = useEffectEvent(onChange)
  useEffect(() => change(hasFiles), [hasFiles])
  const arrived = useRef(new Map<string, string>())
  /**
   * Makes the key of a file that is uploaded again a new one, even if it is removed and chosen again: the old key would find the deleted
   * file.
   */
  const rounds = useRef(new Map<string, string>())
  const keep = async (file: File, sending: Sending) => {
    const { name, size, lastModified } = file
    const key = await keyOf(rounds.current.get(sameFile(file)) ?? '', name, size, lastModified)
    arrived.current.set(sending.key, await upload(file, { ...sending, key }))
  }
  const isFull = uploads.wanted.length >= maxFilesPerMessage
  useEffect(() => {
    const upload = async () => {
      if (!hasFiles) return []
      if (uploads.isPreparing || uploads.wanted.length > maxFilesPerMessage || !(await uploads.sendAll(keep)))
        throw new NotAttached()
      return uploads.wanted.flatMap(({ key }) => arrived.current.get(key) ?? [])
    }
    const uploadAgain = (ids: readonly string[]) => {
      for (const item of uploads.wanted) {
        if (!ids.includes(arrived.current.get(item.key) ?? '')) continue
        if (item.file) rounds.current.set(sameFile(item.file), crypto.randomUUID())
        uploads.include(item)
      }
    }
    chosen.current = { upload, uploadAgain }
    return () => {
      chosen.current = null
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
