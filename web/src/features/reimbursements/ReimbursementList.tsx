import type { Reimbursement } from '@fornix/contract'
import { ActionIcon, Box, Button, Group, List, Paper, Text, Tooltip } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useScanStates } from '../../platform/calls/scan-states.ts'
import { formatDateTime, formatDay } from '../../ui/display/dates.ts'
import { ScanNote } from '../../ui/display/ScanNote.tsx'
import { StatusBadge } from '../../ui/display/StatusBadge.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { ReceiptModal } from './ReceiptModal.tsx'
import styles from './reimbursements.module.css'

type Props = {
  rows: Reimbursement[]
  loading: boolean
  error?: string | undefined
  onRetry: () => void
  receipt: (row: Reimbursement) => Promise<Blob>
  onDownload: (row: Reimbursement) => void
  /** What else may be done with a row. */
  actions?: (row: Reimbursement) => ReactNode
}

const History = ({ row }: { row: Reimbursement }) => (
  <Box component="details" mt={4} fw={400}>
    <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer', minHeight: 24 }}>
      {messages.history}
    </Text>
    <List size="sm" spacing={2} mt={4}>
      {row.history.map((step) => (
        <List.Item key={step.timestamp}>
          {formatDateTime(step.timestamp)}: {step.status}, {formatMoney(step.amount)}
          {step.comment && ` (${step.comment})`}
        </List.Item>
      ))}
    </List>
  </Box>
)

const What = ({ row }: { row: Reimbursement }) => (
  <>
    <Text fw={600} fz="sm" style={{ overflowWrap: 'anywhere' }}>
      {row.description}
    </Text>
    {row.comment && (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {messages.reason}: {row.comment}
      </Text>
    )}
    <ScanNote state={row.scan_state} />
    <History row={row} />
  </>
)

/** Requests for money: rows from 768 px, cards below. */
export const ReimbursementList = ({ rows: listed, loading, error, onRetry, receipt, onDownload, actions }: Props) => {
  const rows = useScanStates(listed)
  const [viewed, setViewed] = useState<Reimbursement>()
  const buttons = (row: Reimbursement) => (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {row.scan_state !== 'quarantined' && (
        <>
          <Tooltip label={messages.view}>
            <ActionIcon
              size={30}
              variant="subtle"
              aria-label={messages.viewOf(row.description)}
              onClick={() => setViewed(row)}
            >
              <IconEye size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {actions ? (
            <Tooltip label={messages.download}>
              <ActionIcon
                size={30}
                variant="subtle"
                aria-label={messages.receiptOf(row.description)}
                onClick={() => onDownload(row)}
              >
                <IconDownload size={18} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ) : (
            <Button
              size="xs"
              fz="sm"
              variant="light"
              leftSection={<IconDownload size={16} aria-hidden />}
              aria-label={messages.receiptOf(row.description)}
              onClick={() => onDownload(row)}
            >
              {messages.receipt}
            </Button>
          )}
        </>
      )}
      {actions?.(row)}
    </Group>
  )
  const amount = (row: Reimbursement) => (
    <Text span fz="sm" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {formatMoney(row.amount)}
    </Text>
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
        columns={[
          {
            key: 'date',
            header: messages.columns.date,
            cell: (row: Reimbursement) => <span className={styles.whole}>{formatDay(row.date)}</span>,
          },
          {
            key: 'description',
            header: messages.columns.description,
            rowHeader: true,
            cell: (row: Reimbursement) => <What row={row} />,
          },
          { key: 'category', header: messages.columns.category, cell: (row: Reimbursement) => row.category },
          { key: 'amount', header: messages.columns.amount, cell: amount },
          {
            key: 'status',
            header: messages.columns.status,
            cell: (row: Reimbursement) => <StatusBadge status={row.status} />,
          },
          { key: 'actions', header: messages.columns.actions, hideHeader: true, cell: buttons },
        ]}
        card={(row: Reimbursement) => (
          <>
            <Group justify="space-between" mb="xs" wrap="nowrap" align="flex-start">
              {amount(row)}
              <StatusBadge status={row.status} />
            </Group>
            <What row={row} />
            <Text size="sm" c="dimmed" my="xs">
              {formatDay(row.date)} · {row.category}
            </Text>
            {buttons(row)}
          </>
        )}
      />
      <ReceiptModal row={viewed} receipt={receipt} onDownload={onDownload} onClose={() => setViewed(undefined)} />
    </Paper>
  )
}
