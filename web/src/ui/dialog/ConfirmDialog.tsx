import { Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { useOnlineWait } from '../../platform/calls/waiting.ts'
import { isWithheld, uncertainSentence } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { DialogButtons } from './DialogButtons.tsx'
import { MessageModal } from './MessageModal.tsx'
import { Modal } from './Modal.tsx'
import { ToneTitle } from './ToneTitle.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  /** Whether what was typed is complete; if not, it says so at the field. */
  check?: () => boolean
  /** What was typed: if it changes while this waits for the network, nothing is sent. */
  typed?: unknown
  sending: { isSuccess: boolean; isError: boolean; isPending: boolean; error?: unknown; reset: () => void }
  texts: { title: string; cancel: string; confirm: string; doneTitle: string; failedTitle: string }
  done: string
  failed: ReactNode
  /** For what cannot be undone: red, and the focus is on Cancel. */
  grave?: boolean
  children: ReactNode
}

/** Without network, waits until it is back; `typed` must not change meanwhile. */
const useConfirm = ({ onConfirm, check, typed }: Pick<Props, 'onConfirm' | 'check' | 'typed'>) => {
  const latest = useRef(typed)
  latest.current = typed
  const { waitOnline } = useOnlineWait()
  const { attempt, ...waiting } = useAttempt((error) =>
    typed !== undefined && error instanceof Error ? error.message : messages.offline.nothing,
  )
  const confirm = () => {
    if (check?.() !== false) void attempt(() => waitOnline(() => latest.current), onConfirm)
  }
  return { ...waiting, confirm }
}

/** Asks, does it, and shows the result in a dialog, as the specification requires for whole records; see DestructiveDialog for all else. */
export const ConfirmDialog = ({ opened, onClose, sending, texts, done, failed, grave, children, ...rest }: Props) => {
  const { confirm, busy: isWaiting, problem, dismiss } = useConfirm(rest)
  const close = () => {
    if (sending.isPending) return
    dismiss()
    onClose()
    sending.reset()
  }
  if (sending.isSuccess)
    return (
      <MessageModal opened tone="success" title={texts.doneTitle} button={messages.okay} onClose={close}>
        {done}
      </MessageModal>
    )
  if (sending.isError)
    return (
      <MessageModal opened tone="failure" title={texts.failedTitle} button={messages.error.ok} onClose={close}>
        {isWithheld(sending.error) ? sending.error.message : (uncertainSentence(sending.error) ?? failed)}
      </MessageModal>
    )
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={<ToneTitle tone={grave ? 'warning' : 'question'}>{texts.title}</ToneTitle>}
    >
      <Stack>
        {children}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <DialogButtons
          cancel={texts.cancel}
          confirm={texts.confirm}
          onCancel={close}
          onConfirm={confirm}
          busy={isWaiting || sending.isPending}
          grave={grave ?? false}
          focused
        />
      </Stack>
    </Modal>
  )
}
