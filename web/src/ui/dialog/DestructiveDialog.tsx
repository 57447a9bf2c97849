import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { StoppedWaiting, useOnlineWait } from '../../platform/calls/waiting.ts'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { Modal } from './Modal.tsx'
import { ToneTitle } from './ToneTitle.tsx'
import { useAttempt } from './use-attempt.ts'

type Props<T> = {
  /** The subject; the dialog is open while there is one. */
  subject: T | undefined
  title: string
  text: (subject: T) => string
  /** What would be lost, shown below the question. */
  details?: (subject: T) => ReactNode
  keepLabel: string
  confirmLabel: string
  run: (subject: T) => Promise<unknown>
  /** It only changes what this page holds: nothing has to wait for the network. */
  isLocal?: boolean
  sentenceOf: (error: unknown) => string
  onClose: () => void
  onDone: (subject: T) => void
}

/**
 * Asks before something that cannot be undone, does it, without network as soon as it is back, and stays open with a message if that fails.
 */
export const DestructiveDialog = <T,>({ subject, run, isLocal, sentenceOf, onClose, onDone, ...texts }: Props<T>) => {
  const { attempt, busy, problem, dismiss } = useAttempt((error) =>
    error instanceof StoppedWaiting ? messages.offline.nothing : sentenceOf(error),
  )
  const { waitOnline } = useOnlineWait()
  const close = () => {
    dismiss()
    onClose()
  }
  const work = async (confirmed: T) => {
    if (!isLocal) await waitOnline(() => undefined)
    await run(confirmed)
  }
  const confirm = (confirmed: T) =>
    attempt(
      () => work(confirmed),
      () => {
        onClose()
        onDone(confirmed)
      },
    )
  return (
    <Modal opened={subject !== undefined} onClose={close} title={<ToneTitle tone="warning">{texts.title}</ToneTitle>}>
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>{subject !== undefined && texts.text(subject)}</Text>
        {subject !== undefined && texts.details?.(subject)}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <DialogButtons
          cancel={texts.keepLabel}
          confirm={texts.confirmLabel}
          onCancel={close}
          onConfirm={() => subject !== undefined && void confirm(subject)}
          busy={busy}
          grave
          focused
        />
      </Stack>
    </Modal>
  )
}
