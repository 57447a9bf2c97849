import {
  getDaySheet,
  listAppointments,
  moveVisit,
  type SheetRow,
  siteTime,
  type Visit,
  type VisitStatus,
  visitSteps,
} from '@fornix/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { refreshCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, fieldsOf } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { nameOf } from '../../ui/display/names.ts'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'
import { focusStep, stepMark } from './use-start.tsx'

const texts = messages.visit
type Step = Exclude<VisitStatus, 'expected'>

const timeOf = ({ status, arrived_at, started_at, done_at }: Visit) =>
  ({ expected: null, arrived: arrived_at, started: started_at, done: done_at, no_show: null })[status]

const useVisit = (row: SheetRow, onAsk: (row: SheetRow) => void) => {
  const { id, patient_id, visit, screening } = row
  const sending = useSend(moveVisit, { refreshes: [getDaySheet, listAppointments] })
  const [problem, setProblem] = useState('')
  const go = async (to: VisitStatus) => {
    setProblem('')
    try {
      await sending.mutateAsync({ params: { key: patient_id, id }, body: { from: visit.status, to } })
    } catch (error) {
      // The clearance may have expired, or been withdrawn, since the sheet was fetched.
      if (fieldsOf(error)?.['reason']) {
        await refreshCall(getDaySheet)
        onAsk(row)
      } else setProblem(failureSentence(error, texts.failed))
      return
    }
    focusStep(id)
  }
  const step = (to: VisitStatus) => {
    if (to === 'started' && screening.state !== 'cleared') onAsk(row)
    else void go(to)
  }
  return { go, step, problem, busy: sending.isPending }
}

const Buttons = ({
  row,
  busy,
  onStep,
  onUndo,
}: {
  row: SheetRow
  busy: boolean
  onStep: (to: VisitStatus) => void
  onUndo: (to: VisitStatus) => void
}) => {
  const name = nameOf(row)
  const { next, back } = visitSteps[row.visit.status]
  return (
    <Group gap={6} className="no-print">
      {next.map((to, at) => (
        <Button
          key={to}
          size="compact-md"
          variant={at === 0 ? 'light' : 'default'}
          disabled={busy}
          aria-label={texts.named(texts.steps[to as Step], name)}
          onClick={() => onStep(to)}
        >
          {texts.steps[to as Step]}
        </Button>
      ))}
      {back && (
        <Button
          size="compact-md"
          variant="subtle"
          disabled={busy}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          aria-label={texts.named(texts.undo, name)}
          onClick={() => onUndo(back)}
        >
          {texts.undo}
        </Button>
      )}
    </Group>
  )
}

type Props = { row: SheetRow; timeZone: string; canStep: boolean; onAsk: (row: SheetRow) => void }

/** The status of the visit, and the next step that staff can note. */
export const VisitCell = ({ row, timeZone, canStep, onAsk }: Props) => {
  const { go, step, problem, busy } = useVisit(row, onAsk)
  const { visit } = row
  const at = timeOf(visit)
  return (
    <Stack gap={6} align="flex-start">
      <Text tabIndex={-1} size="sm" fw={600} className={classes.status} {...stepMark(row.id)}>
        {texts.status[visit.status](at ? siteTime(at, timeZone) : '')}
      </Text>
      {visit.start_reason && (
        <Text size="sm" className={classes.unasked} style={{ overflowWrap: 'anywhere' }}>
          {texts.uncleared(visit.started_by, visit.start_reason)}
        </Text>
      )}
      {canStep && <Buttons row={row} busy={busy} onStep={step} onUndo={(to) => void go(to)} />}
      {problem && <ErrorAlert p="xs">{problem}</ErrorAlert>}
    </Stack>
  )
}
