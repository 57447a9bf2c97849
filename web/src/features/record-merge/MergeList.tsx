import { listMerges, type RecordMerge } from '@fornix/contract'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useCall } from '../../platform/calls/api.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'
import { formatDateTime, formatMediumDay } from '../../ui/display/dates.ts'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { RecordList } from '../../ui/list/RecordList.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { messages } from './messages.ts'
import { UndoDialog } from './UndoDialog.tsx'

/** The hyphen of an id is no place to break it. */
const whole = { whiteSpace: 'nowrap' } as const

const Who = ({ of: { patient_id, name }, link }: { of: RecordMerge['kept']; link: boolean }) => (
  <>
    <Text size="sm" fw={600}>
      {name || messages.removed}
    </Text>
    {link ? (
      <Anchor component={Link} to={recordAddress(patient_id)} size="sm" style={whole}>
        {patient_id}
      </Anchor>
    ) : (
      <Text size="sm" style={whole}>
        {patient_id}
      </Text>
    )}
  </>
)
const Labeled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    {children}
  </div>
)
const By = ({ merge }: { merge: RecordMerge }) => (
  <Text size="sm">
    {merge.merged_by}, {formatDateTime(merge.merged_at)}
  </Text>
)
const State = ({ merge: { undone, can_undo, undo_until } }: { merge: RecordMerge }) => {
  if (!undone) return <Text size="sm">{can_undo ? messages.until(formatMediumDay(undo_until)) : messages.tooLate}</Text>
  return (
    <>
      <Text size="sm">{messages.undone(undone.by, formatDateTime(undone.at))}</Text>
      <Text size="sm" c="dimmed">
        {undone.reason}
      </Text>
    </>
  )
}

const columnsOf = (action: (merge: RecordMerge) => ReactNode) => [
  {
    key: 'kept',
    header: messages.columns.kept,
    rowHeader: true,
    cell: ({ kept }: RecordMerge) => <Who of={kept} link />,
  },
  {
    key: 'merged',
    header: messages.columns.merged,
    cell: ({ merged, undone }: RecordMerge) => <Who of={merged} link={undone !== null} />,
  },
  { key: 'who', header: messages.columns.who, cell: (merge: RecordMerge) => <By merge={merge} /> },
  { key: 'why', header: messages.columns.why, cell: ({ reason }: RecordMerge) => <Text size="sm">{reason}</Text> },
  { key: 'state', header: messages.columns.state, cell: (merge: RecordMerge) => <State merge={merge} /> },
  { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: action },
]

/** The merged records, with an undo. */
export const MergeList = () => {
  const { page, pageSize } = useListParams()
  const [chosen, setChosen] = useState<RecordMerge>()
  const [doneSentence, setDoneSentence] = useState('')
  const query = useCall(listMerges, { query: { page, page_size: pageSize } }, { keepPrevious: true, staleTime: 0 })
  const action = (merge: RecordMerge) =>
    merge.can_undo && (
      <Button
        variant="default"
        size="xs"
        aria-label={messages.undoOf(merge.merged.patient_id)}
        onClick={() => {
          setDoneSentence('')
          setChosen(merge)
        }}
      >
        {messages.undo}
      </Button>
    )
  return (
    <>
      {doneSentence && <SuccessAlert>{doneSentence}</SuccessAlert>}
      <RecordList
        query={query}
        label={messages.list}
        failed={messages.listFailed}
        frame={{ pt: 'md' }}
        rows={query.data?.merges ?? []}
        rowKey={({ merge_id }) => merge_id}
        columns={columnsOf(action)}
        card={(merge) => (
          <Stack gap={4} align="flex-start">
            <Labeled label={messages.columns.kept}>
              <Who of={merge.kept} link />
            </Labeled>
            <Labeled label={messages.columns.merged}>
              <Who of={merge.merged} link={merge.undone !== null} />
            </Labeled>
            <By merge={merge} />
            <Text size="sm">{merge.reason}</Text>
            <State merge={merge} />
            {action(merge)}
          </Stack>
        )}
        empty={<EmptyState title={messages.empty} text={messages.emptyHint} />}
      />
      {chosen && <UndoDialog merge={chosen} onClose={() => setChosen(undefined)} onDone={setDoneSentence} />}
    </>
  )
}
