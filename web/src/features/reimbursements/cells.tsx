import type { Reimbursement } from '@fornix/contract'
import { ActionIcon, Box, Button, List, Text, Tooltip } from '@mantine/core'
import { IconDownload, IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDateTime, formatDay } from '../../ui/display/dates.ts'
import { ScanNote } from '../../ui/display/ScanNote.tsx'
import { StatusBadge } from '../../ui/display/StatusBadge.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { waitingText } from './WaitingPanel.tsx'

type Cell = { row: Reimbursement }

const History = ({ row }: Cell) => (
  <Box component="details" mt={4} fw={400}>
    <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer', minHeight: 24 }}>
      {messages.history}
    </Text>
    <List size="sm" spacing={2} mt={4}>
      {row.history.map((step) => (
        <List.Item key={step.timestamp}>
          {formatDateTime(step.timestamp)}: {step.status}, {formatMoney(step.amount)}
          {step.author && messages.by(step.author)}
          {step.comment && ` (${step.comment})`}
        </List.Item>
      ))}
    </List>
  </Box>
)

export const Description = ({ row }: Cell) => (
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

/** The status, and what waits for a second person. */
export const Status = ({ row }: Cell) => (
  <>
    <StatusBadge status={row.status} />
    {row.waiting && (
      <Text size="xs" mt={4}>
        {messages.waiting.title}. {waitingText(row.waiting)}
      </Text>
    )}
  </>
)

/** The day of the newest step to Paid. */
const paidOn = ({ history }: Reimbursement) =>
  formatDay(history.findLast(({ status }) => status === 'Paid')?.timestamp ?? '')

/** What was asked for and, once it is paid, what was paid and when. */
export const Amount = ({ row }: Cell) => (
  <div>
    <Text span fz="sm" fw={600} className="tabular">
      {formatMoney(row.amount)}
    </Text>
    {row.status === 'Paid' && row.paid_amount !== null && (
      <Text size="sm" c="dimmed" className="tabular">
        {messages.paid(formatMoney(row.paid_amount), paidOn(row))}
      </Text>
    )}
  </div>
)

type IconProps = { tooltip: string; label: string; onClick: () => void; children: ReactNode }

const TooltipIcon = ({ tooltip, label, onClick, children }: IconProps) => (
  <Tooltip label={tooltip}>
    <ActionIcon size={30} variant="subtle" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)

const DownloadButton = ({ row, onDownload }: Cell & { onDownload: () => void }) => (
  <Button
    size="xs"
    fz="sm"
    variant="light"
    leftSection={<IconDownload size={16} aria-hidden />}
    aria-label={messages.receiptOf(row.description)}
    onClick={onDownload}
  >
    {messages.receipt}
  </Button>
)

type ReceiptProps = Cell & {
  /** Beside other buttons an icon is enough. */
  isIcon: boolean
  onView: () => void
  onDownload: () => void
}

export const ReceiptButtons = ({ row, isIcon, onView, onDownload }: ReceiptProps) => (
  <>
    <TooltipIcon tooltip={messages.view} label={messages.viewOf(row.description)} onClick={onView}>
      <IconEye size={18} aria-hidden />
    </TooltipIcon>
    {isIcon ? (
      <TooltipIcon tooltip={messages.download} label={messages.receiptOf(row.description)} onClick={onDownload}>
        <IconDownload size={18} aria-hidden />
      </TooltipIcon>
    ) : (
      <DownloadButton row={row} onDownload={onDownload} />
    )}
  </>
)
