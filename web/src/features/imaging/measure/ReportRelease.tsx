import { Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../../platform/session/session.tsx'
import { DialogButtons } from '../../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../../ui/dialog/modal-part.ts'
import { useAttempt } from '../../../ui/dialog/use-attempt.ts'
import { formatDayAndMinute } from '../../../ui/display/dates.ts'
import { ErrorAlert } from '../../../ui/display/ErrorAlert.tsx'
import styles from '../controls.module.css'
import { savedWords as words } from './saved-words.ts'
import type { Measurements } from './use-measurements.ts'

type Props = { report: Measurements['reports'][number]; patient: string | undefined; release: Measurements['release'] }

/** Whether the patient may read a report; a physician changes it. */
export const ReportRelease = ({ report, patient, release }: Props) => {
  const { report_id, author, is_own, saved_at, is_released } = report
  const [isAsking, setAsking] = useState(false)
  const { attempt, busy, problem, dismiss } = useAttempt(words.releaseFailed)
  const isPhysician = useSession()?.role === 'Physician'
  const when = formatDayAndMinute(saved_at)
  const close = () => {
    if (busy) return
    dismiss()
    setAsking(false)
  }
  return (
    <Stack gap={6} mt={6} align="flex-start">
      {is_released && <Text size="sm">{words.released}</Text>}
      {isPhysician && (
        <UnstyledButton
          className={styles.command}
          aria-haspopup={is_released ? undefined : 'dialog'}
          aria-label={`${is_released ? words.withdraw : words.release}: ${is_own ? 'your report' : author}, ${when}`}
          aria-disabled={busy}
          onClick={() => (is_released ? void attempt(() => release(report_id, false), dismiss) : setAsking(true))}
        >
          {is_released ? words.withdraw : words.release}
        </UnstyledButton>
      )}
      {problem && !isAsking && <ErrorAlert>{problem}</ErrorAlert>}
      <Modal opened={isAsking} onClose={close} title={words.release}>
        <Stack>
          <Text>{words.aboutReleasing(patient, is_own ? undefined : author, when)}</Text>
          {problem && <ErrorAlert>{problem}</ErrorAlert>}
          <DialogButtons
            confirm={words.confirmReleasing}
            busy={busy}
            onCancel={close}
            onConfirm={() =>
              void attempt(
                () => release(report_id, true),
                () => setAsking(false),
              )
            }
          />
        </Stack>
      </Modal>
    </Stack>
  )
}
