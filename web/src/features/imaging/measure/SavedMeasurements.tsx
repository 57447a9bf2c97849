import { maxMeasurements } from '@fornix/contract'
import { Button, Checkbox, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { DestructiveDialog } from '../../../ui/dialog/DestructiveDialog.tsx'
import { DialogButtons } from '../../../ui/dialog/DialogButtons.tsx'
import { Modal } from '../../../ui/dialog/modal-part.ts'
import { useAttempt } from '../../../ui/dialog/use-attempt.ts'
import { formatDayAndMinute } from '../../../ui/display/dates.ts'
import { ErrorAlert } from '../../../ui/display/ErrorAlert.tsx'
import styles from '../controls.module.css'
import { ReportRelease } from './ReportRelease.tsx'
import { savedWords as words } from './saved-words.ts'
import type { Measurements } from './use-measurements.ts'

/** Whether the drawings are saved, and what to do if they are not. */
const Keeping = ({ store: { own, kept, saving, report } }: { store: Measurements }) => {
  const failed = kept.isError ? { text: words.notLoaded, retry: kept.retry } : undefined
  const notKept = own.length > maxMeasurements ? words.tooMany(own.length, maxMeasurements) : words.notKept
  const unsaved = saving.isError ? { text: notKept, retry: saving.retry } : undefined
  const trouble = failed ?? unsaved
  const state = () => {
    if (trouble) return trouble.text
    if (saving.isPending) return words.keeping
    if (report.isSuccess) return words.reported
    if (own.length >= maxMeasurements) return words.most(maxMeasurements)
    return own.length > 0 ? words.kept(own.length) : ''
  }
  return (
    <>
      {/* The success of each save is not announced with every line. */}
      <Text size="sm" mb="xs" aria-live={trouble || report.isSuccess ? 'polite' : 'off'}>
        {state()}
      </Text>
      {trouble && (
        <Button variant="default" size="compact-sm" onClick={trouble.retry}>
          {words.retry}
        </Button>
      )}
    </>
  )
}

type DialogProps = { store: Measurements; opened: boolean; onClose: () => void }
const ReportDialog = ({ store: { own, reports, report }, opened, onClose }: DialogProps) => {
  const { attempt, busy, problem, dismiss } = useAttempt(words.reportFailed)
  const earlier = reports.find(({ is_own }) => is_own)
  const close = () => {
    if (busy) return
    dismiss()
    onClose()
  }
  return (
    <Modal opened={opened} onClose={close} title={words.report}>
      <Stack>
        <Text>{words.aboutReport(own.length)}</Text>
        {earlier && <Text>{words.replaces(formatDayAndMinute(earlier.saved_at), earlier.is_released)}</Text>}
        {problem && <ErrorAlert>{problem}</ErrorAlert>}
        <DialogButtons
          confirm={words.confirmReport}
          busy={busy}
          onCancel={close}
          onConfirm={() => void attempt(report.save, onClose)}
        />
      </Stack>
    </Modal>
  )
}

/** What happens to a study's measurements: saved, reported, deleted, and those by others. */
export const SavedMeasurements = ({ store }: { store: Measurements }) => {
  const { own, reports, shown, show, kept, saving } = store
  const [isReporting, setReporting] = useState(false)
  const [deleting, setDeleting] = useState<number>()
  if (own.length === 0 && reports.length === 0 && !kept.isError && !saving.isError) return null
  return (
    <fieldset className={styles.group}>
      <legend>{words.title}</legend>
      <Keeping store={store} />
      {own.length > 0 && !kept.isError && (
        <div className={styles.commands}>
          <UnstyledButton className={styles.command} aria-haspopup="dialog" onClick={() => setReporting(true)}>
            {words.report}
          </UnstyledButton>
          <UnstyledButton className={styles.command} aria-haspopup="dialog" onClick={() => setDeleting(own.length)}>
            {words.removeAll}
          </UnstyledButton>
        </div>
      )}
      {reports.map((report) => {
        const { report_id, author, is_own, saved_at, shapes } = report
        return (
          <div key={report_id}>
            <Checkbox
              mt="xs"
              label={words.showOf(is_own ? undefined : author, formatDayAndMinute(saved_at), shapes.length)}
              checked={shown.includes(report_id)}
              onChange={({ currentTarget }) => show(report_id, currentTarget.checked)}
            />
            <ReportRelease report={report} patient={store.patient?.name} release={store.release} />
          </div>
        )
      })}
      <ReportDialog store={store} opened={isReporting} onClose={() => setReporting(false)} />
      <DestructiveDialog
        subject={deleting}
        title={words.removeAll}
        text={words.aboutRemoving}
        keepLabel={words.keep}
        confirmLabel={words.confirmRemoving}
        run={async () => store.removeAll()}
        isLocal
        sentenceOf={() => words.notKept}
        onClose={() => setDeleting(undefined)}
        onDone={() => undefined}
      />
    </fieldset>
  )
}
