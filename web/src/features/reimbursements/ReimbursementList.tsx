import type { Reimbursement } from '@fornix/contract'
import { Group, Paper, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useScanStates } from '../../platform/calls/scan-states.ts'
import { formatDay } from '../../ui/display/dates.ts'
import { FileModal } from '../../ui/file/FileModal.tsx'
import { type Column, DataList } from '../../ui/list/DataList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Amount, Description, ReceiptButtons, Status } from './cells.tsx'
import { messages } from './messages.ts'
import styles from './reimbursements.module.css'

type RowPart = (row: Reimbursement) => ReactNode
type Props = {
  rows: Reimbursement[]
  loading: boolean
  error?: string | undefined
  onRetry: () => void
  receipt: (row: Reimbursement) => Promise<Blob>
  onDownload: (row: Reimbursement) => void
  /** What else may be done with a row. */
  actions?: RowPart
}

const columnsOf = (buttons: RowPart): Column<Reimbursement>[] => [
  {
    key: 'date',
    header: messages.columns.date,
    cell: (row) => <span className={styles.whole}>{formatDay(row.date)}</span>,
  },
  {
    key: 'description',
    header: messages.columns.description,
    rowHeader: true,
    cell: (row) => <Description row={row} />,
  },
  { key: 'category', header: messages.columns.category, cell: (row) => row.category },
  { key: 'amount', header: messages.columns.amount, cell: (row) => <Amount row={row} /> },
  { key: 'status', header: messages.columns.status, cell: (row) => <Status row={row} /> },
  { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: buttons },
]

const RequestCard = ({ row, children }: { row: Reimbursement; children: ReactNode }) => (
  <>
    <Group justify="space-between" mb="xs" wrap="nowrap" align="flex-start">
      <Amount row={row} />
      <div>
        <Status row={row} />
      </div>
    </Group>
    <Description row={row} />
    <Text size="sm" c="dimmed" my="xs">
      {formatDay(row.date)} · {row.category}
    </Text>
    {children}
  </>
)

/** Requests for money: rows from 768 px, cards below. */
export const ReimbursementList = ({ rows: listed, loading, error, onRetry, receipt, onDownload, actions }: Props) => {
  const rows = useScanStates(listed)
  const [viewed, setViewed] = useState<Reimbursement>()
  const buttons = (row: Reimbursement) => (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
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
  return (
    <Paper component="section" aria-label={messages.title} withBorder radius="lg">
      {rows.length > 0 && (
        <Text size="sm" c="dimmed" p="md">
          {messages.count(rows.length)}
        </Text>
      )}
      <DataList
        rows={rows}
        rowKey={(row: Reimbursement) => row.id}
        loading={loading}
        error={error}
        onRetry={onRetry}
        empty={<EmptyState title={messages.empty} text={messages.emptyHint} />}
        columns={columnsOf(buttons)}
        card={(row: Reimbursement) => <RequestCard row={row}>{buttons(row)}</RequestCard>}
      />
      <FileModal
        file={viewed}
        read={receipt}
        title={({ description }) => messages.receiptTitle(description)}
        alt={({ file_name }) => messages.picture(file_name)}
        onDownload={onDownload}
        onClose={() => setViewed(undefined)}
      />
    </Paper>
  )
}
