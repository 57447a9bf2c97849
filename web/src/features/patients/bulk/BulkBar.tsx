import {
  countPatients,
  getPatientInfo,
  listEmails,
  listPatients,
  maxBulk,
  type PatientColumn,
  type PatientRow,
  type PatientSelection,
  type ResponseOf,
  type setPatientStatuses,
  undoPatientChanges,
} from '@fornix/contract'
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { BulkResults } from '../../../clinic/records/BulkResults.tsx'
import { messages as recordMessages } from '../../../clinic/records/messages.ts'
import { messages as base } from '../../../platform/base/messages.ts'
import { refreshCalls, send, thenRefresh } from '../../../platform/calls/api.ts'
import { failureSentence } from '../../../platform/http/failure.ts'
import { useAttempt } from '../../../ui/dialog/use-attempt.ts'
import { SelectionBar } from '../../../ui/list/SelectionBar.tsx'
import type { Selected } from '../../../ui/list/use-selection.ts'
import { pressed } from '../../../ui/state/absence.tsx'
import { lazyPart } from '../../../ui/state/lazy-part.tsx'
import { ExportPatients } from '../ExportPatients.tsx'
import type { PatientListFilters } from '../use-patient-filters.ts'
import { messages } from './messages.ts'

type Lines = ResponseOf<typeof setPatientStatuses>['lines']
type Props = {
  selected: Selected<PatientRow>
  total: number
  filters: PatientListFilters['filters']
  columns: readonly PatientColumn[]
}

const StatusDialog = lazyPart(async () => (await import('./ChoiceDialogs.tsx')).StatusDialog, pressed)
const PhysicianDialog = lazyPart(async () => (await import('./ChoiceDialogs.tsx')).PhysicianDialog, pressed)
const EmailDialog = lazyPart(async () => (await import('./EmailDialog.tsx')).EmailDialog, pressed)
const dialogs = { status: StatusDialog, physician: PhysicianDialog, email: EmailDialog }
type Action = keyof typeof dialogs
const actions: Action[] = ['status', 'physician', 'email']

const refreshAll = () => refreshCalls(listPatients, countPatients, getPatientInfo, listEmails)

/** The results, and how to undo them where possible. */
const Results = ({ action, lines: first, onClose }: { action: Action; lines: Lines; onClose: () => void }) => {
  const [undone, setUndone] = useState<Lines>()
  const lines = undone ?? first
  const { attempt, busy, problem } = useAttempt((error) => failureSentence(error, recordMessages.bulk.failed))
  const changes = lines.flatMap(({ undo }) => undo ?? [])
  const run = () =>
    attempt(
      () => thenRefresh(send(undoPatientChanges, { body: { changes } }, { endless: true }), refreshAll),
      (response) => setUndone(response.lines.map((line) => ({ ...line, undo: null }))),
    )
  return (
    <BulkResults
      // The list of what was done, with the focus on Close.
      key={undone ? 'undone' : 'done'}
      lines={lines}
      done={undone ? recordMessages.bulk.undone : messages[action].done}
      onClose={onClose}
      {...(!undone && changes.length > 0 && { undo: { run: () => void run(), busy, problem } })}
    />
  )
}

/** Actions for the patients selected in the list. */
export const BulkBar = ({ selected, total, filters, columns }: Props) => {
  const [open, setOpen] = useState<Action>()
  const [results, setResults] = useState<{ action: Action; lines: Lines }>()
  const { count, isAll, rows, clear } = selected
  const ids = rows.map(({ patient_id }) => patient_id)
  const { deleted: _, ...filter } = filters
  const which: PatientSelection = isAll ? { filter, total } : { patients: ids }
  const isTooMany = count > maxBulk
  const Dialog = open && dialogs[open]
  return (
    <>
      <SelectionBar selected={selected} total={total} note={isTooMany ? base.selection.tooMany(maxBulk) : undefined}>
        {actions.map((action) => (
          <Button key={action} variant="default" size="compact-sm" disabled={isTooMany} onClick={() => setOpen(action)}>
            {messages[action].button}
          </Button>
        ))}
        <ExportPatients
          filters={filters}
          columns={columns}
          total={count}
          label={messages.exportButton}
          size="compact-sm"
          {...(!isAll && { patients: ids })}
        />
      </SelectionBar>
      <Suspense>
        {Dialog && (
          <Dialog
            which={which}
            count={count}
            rows={rows}
            onClose={() => setOpen(undefined)}
            onDone={(response) => {
              setOpen(undefined)
              setResults({ action: open, lines: response.lines })
            }}
            refresh={refreshAll}
          />
        )}
      </Suspense>

      {results && (
        <Results
          {...results}
          onClose={() => {
            setResults(undefined)
            clear()
          }}
        />
      )}
    </>
  )
}
