import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { refreshIfLost } from '../../platform/calls/refresh-call.ts'
import { failureSentence } from '../../platform/http/failure.ts'
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../ui/dialog/modal-part.ts'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages } from './messages.ts'

type Props<R> = {
  title: string
  confirm: string
  grave?: boolean
  /** Undefined if something is still missing; the form then says so. */
  run: () => Promise<R> | undefined
  onDone: (response: R) => void
  /** Reads again what may have been changed. */
  refresh: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks before something is done with many records, and stays open with a sentence when that fails as a whole. */
export const BulkDialog = <R,>({ title, confirm, grave, run, onDone, refresh, onClose, children }: Props<R>) => {
  const { attempt, busy, problem } = useAttempt((error) => failureSentence(error, messages.bulk.failed))
  const done = (response: R) => {
    onDone(response)
    void refresh()
  }
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const running = busy ? undefined : run()
          if (running) void attempt(() => refreshIfLost(running, refresh), done)
        }}
      >
        <Stack>
          {children}
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <DialogButtons confirm={confirm} onCancel={onClose} busy={busy} grave={grave ?? false} />
        </Stack>
      </form>
    </Modal>
  )
}
