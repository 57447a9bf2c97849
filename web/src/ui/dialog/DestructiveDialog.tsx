import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
import { Modal } from './Modal.tsx'
import { useAttempt } from './use-attempt.ts'

type Props<T> = {
  /** What it is about; the dialog is open while there is something. */
  subject: T | undefined
  title: string
  text: (subject: T) => string
  /** What would be lost, shown below the question. */
  details?: (subject: T) => ReactNode
  keepLabel: string
  confirmLabel: string
  run: (subject: T) => Promise<unknown>
  sentenceOf: (error: unknown) => string
  onClose: () => void
  onDone: (subject: T) => void
}

/** Asks before something that cannot be taken back, does it, and stays open with a sentence when that fails. */
export const DestructiveDialog = <T,>({ subject, run, sentenceOf, onClose, onDone, ...texts }: Props<T>) => {
  const { attempt, busy, problem, dismiss } = useAttempt(sentenceOf)
  const close = () => {
    // Its end would close, or blame, what is asked next.
    if (busy) return
    dismiss()
    onClose()
  }
  const confirm = (confirmed: T) =>
    attempt(
      () => run(confirmed),
      () => {
        onClose()
        onDone(confirmed)
      },
    )
  return (
    <Modal opened={subject !== undefined} onClose={close} title={texts.title}>
      <Text mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {subject !== undefined && texts.text(subject)}
      </Text>
      {subject !== undefined && texts.details?.(subject)}
      {problem && <ErrorAlert mb="md">{problem}</ErrorAlert>}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="default" data-autofocus onClick={close} disabled={busy}>
          {texts.keepLabel}
        </Button>
        <Button color="red" loading={busy} onClick={() => subject !== undefined && void confirm(subject)}>
          {texts.confirmLabel}
        </Button>
      </Group>
    </Modal>
  )
}
