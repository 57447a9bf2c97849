import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { messages } from '../../platform/base/messages.ts'
import { isWithheld, uncertainSentence } from '../../platform/http/failure.ts'
import { MessageModal } from './MessageModal.tsx'
import { Modal } from './Modal.tsx'
import { ToneTitle } from './ToneTitle.tsx'

type Props = {
  opened: boolean
  onClose: () => void
  onConfirm: () => void
  sending: { isSuccess: boolean; isError: boolean; isPending: boolean; error?: unknown; reset: () => void }
  texts: { title: string; cancel: string; confirm: string; doneTitle: string; failedTitle: string }
  done: string
  failed: ReactNode
  /** For what cannot be undone: red, and the focus is on Cancel. */
  grave?: boolean
  children: ReactNode
}

/** Asks, does it, and shows the result in a dialog, as the specification requires for whole records; see DestructiveDialog for all else. */
export const ConfirmDialog = ({ opened, onClose, onConfirm, sending, texts, done, failed, grave, children }: Props) => {
  const close = () => {
    if (sending.isPending) return
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
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            {...(grave && { 'data-autofocus': true })}
            onClick={close}
            disabled={sending.isPending}
          >
            {texts.cancel}
          </Button>
          <Button
            {...(grave ? { color: 'red' } : { 'data-autofocus': true })}
            loading={sending.isPending}
            onClick={onConfirm}
          >
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
