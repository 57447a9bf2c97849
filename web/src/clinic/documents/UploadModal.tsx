import { type Upload, uploadSuccessDelayMs } from '@fornix/contract'
import { Button, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useCared } from '../../platform/session/acted-for.ts'
import { KeepOpen } from '../../ui/dialog/dialog-state.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { FileDrop } from '../../ui/form/FileDrop.tsx'
import { UploadList } from '../../ui/form/UploadList.tsx'
import { texts } from '../../ui/form/upload-messages.ts'
import { type SendFile, useUploads } from '../../ui/form/use-uploads.ts'
import { documentAccept, documentRules } from './use-document-upload.ts'

type Props = {
  opened: boolean
  onClose: () => void
  upload: SendFile
  /** After "Okay", or as soon as the modal is closed once something has arrived. */
  onDone: () => void
  rules?: Upload
}

/** Choose, check, send with a percentage, and "Great!" two seconds after the last byte. */
export const UploadModal = ({ opened, onClose, upload, onDone, rules = documentRules }: Props) => {
  const { name } = useCared()
  const uploads = useUploads(rules, true)
  const [done, setDone] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const busy = uploads.isSending || isClosing

  const close = () => {
    clearTimeout(timer.current)
    const arrived = uploads.items.some(({ state }) => state === 'done')
    uploads.clear()
    setDone(false)
    setIsClosing(false)
    onClose()
    if (arrived) onDone()
  }
  const start = async () => {
    if (!(await uploads.sendAll(upload))) return
    setIsClosing(true)
    timer.current = setTimeout(() => setDone(true), uploadSuccessDelayMs)
  }

  if (done)
    return (
      <MessageModal tone="success" opened={opened} title={texts.success} button={texts.ok} onClose={close}>
        {texts.done}
      </MessageModal>
    )
  return (
    <Modal opened={opened} onClose={close} title={name ? texts.titleFor(name) : texts.title}>
      <KeepOpen isSending={busy} />
      <Stack>
        <FileDrop accept={documentAccept} multiple onPick={(files) => void uploads.add(files)} disabled={busy} />
        <UploadList uploads={uploads} />
        <Button onClick={() => void start()} disabled={busy || uploads.isPreparing}>
          {busy ? texts.uploading(uploads.percent) : texts.button}
        </Button>
      </Stack>
    </Modal>
  )
}
