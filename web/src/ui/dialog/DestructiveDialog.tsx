import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../display/ErrorAlert.tsx'
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
  sentenceOf: (error: unknown) => string
  onClose: () => void
  onDone: (subject: T) => void
}

/** Asks before something that cannot be undone, does it, and stays open with a message if that fails. */
export const DestructiveDialog = <T,>({ subject, run, sentenceOf, onClose, onDone, ...texts }: Props<T>) => {
  const { attempt, busy, problem, dismiss } = useAttempt(sentenceOf)
  const close = () => {
    // When it finished, it would close the next question, or show its error there.
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
    <Modal opened={subject !== undefined} onClose={close} title={<ToneTitle tone="warning">{texts.title}</ToneTitle>}>
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
