import type { Receipt, Reimbursement } from '@fornix/contract'
import { Group, Paper, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useScanStates } from '../../platform/calls/scan-states.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { translated } from '../../platform/language/t.ts'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { FileModal } from '../../ui/file/FileModal.tsx'
import { type Column, DataList } from '../../ui/list/DataList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Amount, Dates, Description, ReceiptButtons, Status } from './cells.tsx'
import { messages } from './messages.ts'

/** A current or earlier receipt of a request. */
type Viewed = Receipt & { description: string }
export type ReadReceipt = (receipt: Receipt) => Promise<Blob>
type RowPart = (row: Reimbursement) => ReactNode
type Props = {
  rows: Reimbursement[]
  loading: boolean
  error?: string | undefined
  onRetry: () => void
  receipt: ReadReceipt
  onDownload: (receipt: Receipt) => void
  /** What was done; it takes the place of the count, so that the list does not move. */
  notice?: string
  /** For patients: responds to a request that is on hold. */
  onAnswer?: (row: Reimbursement) => void
  /** Removes an earlier receipt, for users who may. */
  removal?: { remove: (receipt: Receipt) => Promise<unknown>; onDone: () => void } | undefined
  /** Additional actions for a row. */
  actions?: RowPart
}

const columnsOf = (description: RowPart, buttons: RowPart): Column<Reimbursement>[] => [
  {
    key: 'date',
    header: messages.columns.date,
    cell: (row) => <Dates row={row} />,
  },
  {
    key: 'description',
    header: messages.columns.description,
    rowHeader: true,
    cell: description,
  },
  { key: 'category', header: messages.columns.category, cell: (row) => translated(row.category) },
  { key: 'amount', header: messages.columns.amount, cell: (row) => <Amount row={row} /> },
  { key: 'status', header: messages.columns.status, cell: (row) => <Status row={row} /> },
  { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: buttons },
]

type CardProps = { row: Reimbursement; description: ReactNode; children: ReactNode }

const RequestCard = ({ row, description, children }: CardProps) => (
  <>
    <Group justify="space-between" mb="xs" align="flex-start">
      <Amount row={row} />
      <div>
        <Status row={row} />
      </div>
    </Group>
    {description}
    <Text component="div" size="sm" c="dimmed" my="xs">
      <Dates row={row} />
      <div>{translated(row.category)}</div>
    </Text>
    {children}
  </>
)

/** Reimbursement requests: rows from 768 px, cards below. */
export const ReimbursementList = ({
  rows: listed,
  receipt,
  onDownload,
  notice,
  onAnswer,
  removal,
  actions,
  ...list
}: Props) => {
  const rows = useScanStates(listed)
  const [viewed, setViewed] = useState<Viewed>()
  const [removing, setRemoving] = useState<Receipt>()
  const buttons = (row: Reimbursement, wrap?: 'wrap') => (
    <Group gap="xs" wrap={wrap ?? 'nowrap'} justify="flex-end">
      {row.scan_state !== 'quarantined' && (
        <ReceiptButtons
          row={row}
          isIcon={actions !== undefined}
          onView={() => setViewed(row)}
          onDownload={() => onDownload(row)}
        />
      )}
      {actions?.(row)}
    </Group>
  )
  const description = (row: Reimbursement) => (
    <Description
      row={row}
      onView={(receipt) => setViewed({ ...receipt, description: row.description })}
      onRemove={removal && setRemoving}
      onAnswer={onAnswer && (() => onAnswer(row))}
    />
  )
  return (
    <Paper component="section" aria-label={messages.title} withBorder radius="lg">
      {notice ? (
        <SuccessAlert m={8} py={6}>
          {notice}
        </SuccessAlert>
      ) : (
        (list.loading || rows.length > 0) && (
          <Text size="sm" c="dimmed" p="md">
            {/* Its place is kept: the count comes a moment before the rows. */}
            {rows.length > 0 ? messages.count(rows.length) : '\u00a0'}
          </Text>
        )
      )}
      <DataList
        rows={rows}
        rowKey={(row: Reimbursement) => row.id}
        {...list}
        empty={<EmptyState icon={IconReceipt} title={messages.empty} text={messages.emptyHint} />}
        columns={columnsOf(description, buttons)}
        card={(row: Reimbursement) => (
          <RequestCard row={row} description={description(row)}>
            {buttons(row, 'wrap')}
          </RequestCard>
        )}
      />
      <FileModal
        file={viewed}
        read={receipt}
        title={({ description }) => messages.receiptTitle(description)}
        alt={({ file_name }) => messages.picture(file_name)}
        onDownload={onDownload}
        onClose={() => setViewed(undefined)}
      />
      {removal && (
        <DestructiveDialog
          subject={removing}
          title={messages.removeTitle}
          text={({ file_name }) => messages.removeText(file_name)}
          keepLabel={messages.cancel}
          confirmLabel={messages.remove}
          run={removal.remove}
          sentenceOf={(error) => failureSentence(error, messages.removeFailed, isForReader)}
          onClose={() => setRemoving(undefined)}
          onDone={removal.onDone}
        />
      )}
    </Paper>
  )
}
