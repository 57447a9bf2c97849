import { downloadStudy } from '@fornix/contract'
import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { download } from '../../platform/calls/api.ts'
import { isProofCanceled } from '../../platform/http/failure.ts'
import { MessageModal } from '../../ui/dialog/MessageModal.tsx'
import { messages } from './messages.ts'

type Props = { study: string; day: string } & Pick<ButtonProps, 'variant' | 'fz'>

/** The DICOM files of a scan as a ZIP. A large one takes minutes, so it can be stopped; leaving the page stops it too. */
export const DownloadImages = ({ study, day, ...look }: Props) => {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const fetchAll = async () => {
    const stop = new AbortController()
    running.current = stop
    setBusy(true)
    try {
      const limits = { signal: stop.signal, endless: true }
      await download(downloadStudy, { params: { study } }, 'images.zip', limits)
    } catch (error) {
      setFailed(!stop.signal.aborted && !isProofCanceled(error))
    } finally {
      setBusy(false)
    }
  }
  const Icon = busy ? IconPlayerStop : IconDownload
  return (
    <>
      <Button
        {...look}
        leftSection={<Icon size={16} aria-hidden />}
        aria-label={busy ? messages.downloadStop : messages.downloadNamed(day)}
        onClick={() => (busy ? running.current?.abort() : void fetchAll())}
      >
        {busy ? messages.downloadStop : messages.download}
      </Button>
      <MessageModal
        tone="failure"
        opened={failed}
        title={messages.failure}
        button={messages.ok}
        onClose={() => setFailed(false)}
      >
        {messages.downloadFailed}
      </MessageModal>
    </>
  )
}
