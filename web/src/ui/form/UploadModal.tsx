import { type Upload, uploadMyDocument, uploadSuccessDelayMs } from '@fornix/contract'
import { Alert, Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { ApiFailure } from '../../platform/http/failure.ts'
import { MessageModal } from '../dialog/MessageModal.tsx'
import { checkUpload } from './check-upload.ts'
import { FileDrop } from './FileDrop.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  upload: (file: File, onProgress: (percent: number) => void, signal: AbortSignal) => Promise<unknown>
  /** After "Okay", or as soon as the modal is closed after a success. */
  onDone: () => void
  rules?: Upload
}

const texts = messages.upload
const documentRules = uploadMyDocument.upload!

/** Choose, check, send with a percentage, and "Great!" two seconds after the last byte. */
export const UploadModal = ({ opened, onClose, upload, onDone, rules = documentRules }: Props) => {
  const [file, setFile] = useState<File>()
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [done, setDone] = useState(false)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const busy = percent !== undefined

  const pick = (chosen: File | undefined) => {
    if (!chosen) return
    const sentence = checkUpload(chosen, rules)
    setProblem(sentence)
    setFile(sentence ? undefined : chosen)
  }
  const reset = () => {
    running.current?.abort()
    setFile(undefined)
    setPercent(undefined)
    setProblem(undefined)
    setDone(false)
  }
  const close = () => {
    const finished = done
    reset()
    onClose()
    if (finished) onDone()
  }
  const start = async () => {
    const sentence = checkUpload(file, rules)
    setProblem(sentence)
    if (!file || sentence) return
    const control = new AbortController()
    running.current = control
    setPercent(0)
    try {
      await upload(file, setPercent, control.signal)
      await new Promise((resolve) => setTimeout(resolve, uploadSuccessDelayMs))
      if (!control.signal.aborted) setDone(true)
    } catch (error) {
      if (control.signal.aborted) return
      const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.body
      setProblem(refused ? error.message : texts.failed)
    }
    if (!control.signal.aborted) setPercent(undefined)
  }

  if (done)
    return (
      <MessageModal opened={opened} title={texts.success} button={texts.ok} onClose={close}>
        {texts.done}
      </MessageModal>
    )
  return (
    <Modal opened={opened} onClose={close} title={texts.title} closeOnClickOutside={!busy} closeOnEscape={!busy}>
      <Stack>
        <FileDrop onPick={pick} disabled={busy} />
        {file && (
          <Group gap="xs" wrap="nowrap">
            <IconFile size={18} aria-hidden />
            <Text
              size="sm"
              aria-label={`${texts.chosen}: ${file.name}`}
              role="status"
              style={{ overflowWrap: 'anywhere' }}
            >
              {file.name}
            </Text>
          </Group>
        )}
        {problem && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {busy && <Progress value={percent} aria-label={texts.progress} />}
        <Button onClick={() => void start()} disabled={busy}>
          {busy ? texts.uploading(percent) : texts.button}
        </Button>
      </Stack>
    </Modal>
  )
}
