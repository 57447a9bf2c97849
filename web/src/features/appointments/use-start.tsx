import { getDaySheet, listAppointments, moveVisit, type SheetRow } from '@fornix/contract'
import { Suspense, useState } from 'react'
import { refreshCall, refreshIfFailed, useSend } from '../../platform/calls/api.ts'
import { failureSentence, fieldsOf } from '../../platform/http/failure.ts'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { focusResult } from '../../ui/form/focus-result.ts'
import { pressed } from '../../ui/state/absence.tsx'
import { lazyPart } from '../../ui/state/lazy-part.tsx'
import { messages } from './day-sheet-messages.ts'

const StartDialog = lazyPart(async () => (await import('./StartDialog.tsx')).StartDialog, pressed)

/** Marks a visit's status, which takes the focus when the button that changed it is gone. */
export const stepMark = (id: string) => ({ 'data-step': id })
export const focusStep = (id: string) =>
  requestAnimationFrame(() => focusResult(document.querySelector<HTMLElement>(`[data-step="${id}"]`)))

/** Belongs to the sheet, not to a row: rows become cards in a narrow window, which would lose typed text. */
export const useStart = (timeZone: string, rows: readonly SheetRow[]) => {
  const sending = useSend(moveVisit, { refreshes: [getDaySheet, listAppointments] })
  const [starting, setStarting] = useState<SheetRow>()
  // As the sheet shows it now: a reason for one safety state is none for another.
  const row = rows.find(({ id }) => id === starting?.id) ?? starting
  const { attempt, busy, problem, dismiss } = useAttempt(
    (error) => fieldsOf(error)?.['reason'] ?? failureSentence(error, messages.visit.failed),
  )
  const start = ({ id, patient_id, visit, screening }: SheetRow, reason: string) => {
    const body = { from: visit.status, to: 'started', reason, screening: screening.state } as const
    return attempt(
      () =>
        refreshIfFailed(sending.mutateAsync({ params: { key: patient_id, id }, body }), () => refreshCall(getDaySheet)),
      () => {
        setStarting(undefined)
        focusStep(id)
      },
    )
  }
  const dialog = row && (
    <Suspense>
      <StartDialog
        row={row}
        timeZone={timeZone}
        busy={busy}
        problem={problem}
        onStart={(reason) => void start(row, reason)}
        onClose={() => setStarting(undefined)}
      />
    </Suspense>
  )
  const ask = (next: SheetRow) => {
    dismiss()
    setStarting(next)
  }
  return { ask, dialog }
}
