import { listScans } from '@fornix/contract'
import { Paper, Text } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { WithheldNote } from '../../clinic/records/WithheldNote.tsx'
import { refreshCall } from '../../platform/calls/api.ts'
import { useWithheld } from '../../platform/calls/rights.ts'
import { onSessionChange, sameSession } from '../../platform/session/session-store.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { useUnsaved } from '../../ui/edit/use-unsaved.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { choicesOf } from './choose.ts'
import { messages } from './messages.ts'
import { Outcome } from './Outcome.tsx'
import { Running } from './Running.tsx'
import { ScanDrop } from './ScanDrop.tsx'
import { sendBatch } from './send-batch.ts'
import { type Sending, startSending } from './sending.ts'
import { findStoredFiles } from './stored-files.ts'
import type { Progress } from './upload-state.ts'

const ScanUpload = () => {
  const [progress, setProgress] = useState<Progress>()
  const [leftOut, setLeftOut] = useState(0)
  const [looking, setLooking] = useState(false)
  const [isNothing, setNothing] = useState(false)
  const sending = useRef<Sending>(null)
  const hasLeft = useRef(false)
  // As soon as the next page shows: other effects run a little later.
  useLayoutEffect(() => {
    const isSame = sameSession()
    const leave = () => {
      hasLeft.current = true
      sending.current?.stop()
    }
    hasLeft.current = false
    // The rest of the files must not be sent in another session, and so to another project.
    const unsubscribe = onSessionChange(() => !isSame() && leave())
    return () => {
      unsubscribe()
      leave()
    }
  }, [])
  useUnsaved(progress !== undefined && progress.state !== 'done', { texts: messages.leave, isDraft: false })
  const withheld = useWithheld('upload_scans')
  const isDone = progress?.state === 'done'
  useEffect(() => {
    if (isDone) void refreshCall(listScans)
  }, [isDone])

  const pick = async (files: File[]) => {
    if (files.length === 0) return
    setLooking(true)
    const chosen = await choicesOf(files)
    // From another page, the upload could not be stopped.
    if (hasLeft.current) return
    setLooking(false)
    setNothing(chosen.choices.length === 0)
    setLeftOut(chosen.leftOut)
    if (chosen.choices.length > 0)
      sending.current = startSending(chosen.choices, { send: sendBatch, findStored: findStoredFiles }, setProgress)
  }

  if (progress && sending.current) {
    if (!isDone) return <Running progress={progress} sending={sending.current} />
    return (
      <Outcome
        progress={progress}
        leftOut={leftOut}
        onRetry={sending.current.retry}
        onMore={() => {
          setProgress(undefined)
          setLeftOut(0)
        }}
      />
    )
  }
  if (withheld) return <WithheldNote>{withheld}</WithheldNote>
  return (
    <>
      <Paper withBorder radius="lg" p="lg">
        <ScanDrop onPick={(files) => void pick(files)} disabled={looking} />
        <Text size="sm" c="dimmed" mt="md" role="status">
          {looking ? messages.looking : messages.stay}
        </Text>
      </Paper>
      {isNothing && (
        <ErrorAlert mt="md">
          {messages.nothing}
          {leftOut > 0 && ` ${messages.leftOut(leftOut)}`}
        </ErrorAlert>
      )}
    </>
  )
}

/** /scanUpload */
export const ScanUploadPage = () => (
  <>
    <PageTitle title={messages.title} subtitle={messages.subtitle} />
    <ScanUpload />
  </>
)
