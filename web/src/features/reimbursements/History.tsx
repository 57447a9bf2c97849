import { closedStatuses, type Receipt, type Reimbursement } from '@fornix/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconChevronRight, IconEye } from '@tabler/icons-react'
import { translated } from '../../platform/language/t.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import styles from './reimbursements.module.css'

type Step = Reimbursement['history'][number]
/** What may be done with an earlier receipt; it can be removed while the request is open. */
export type ReceiptActions = {
  onView: (receipt: Receipt) => void
  onRemove?: ((receipt: Receipt) => void) | undefined
}
type Props = ReceiptActions & { row: Reimbursement }

/** A paid request keeps all of its receipts. */
const keepsReceipts = ({ status, history }: Reimbursement) =>
  closedStatuses.includes(status) || history.some((step) => step.status === 'Paid')

const EarlierReceipt = ({ receipt, onView, onRemove }: ReceiptActions & { receipt: Receipt }) => (
  <Group gap="sm">
    {receipt.scan_state === 'quarantined' ? (
      <Text size="sm">{messages.lockedReceipt(receipt.file_name)}</Text>
    ) : (
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconEye size={16} aria-hidden />}
        className={styles.earlier}
        onClick={() => onView(receipt)}
      >
        {messages.earlierReceipt(receipt.file_name)}
      </Button>
    )}
    {onRemove && (
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        className={styles.earlier}
        aria-label={messages.removeEarlier(receipt.file_name)}
        onClick={() => onRemove(receipt)}
      >
        {messages.remove}
      </Button>
    )}
  </Group>
)

const StepLine = ({ step, ...actions }: ReceiptActions & { step: Step }) => (
  <li className={styles.step}>
    <Text size="sm" fw={600}>
      {step.is_answer ? messages.answered : translated(step.status)}, {formatMoney(step.amount)}
    </Text>
    <Text size="sm" c="dimmed">
      {formatDateTime(step.timestamp)}
      {step.author && messages.by(step.author)}
    </Text>
    {step.comment && (
      <Text size="sm" className={styles.said}>
        {step.comment}
      </Text>
    )}
    {step.earlier_receipt && <EarlierReceipt receipt={step.earlier_receipt} {...actions} />}
    {step.is_receipt_removed && <Text size="sm">{messages.receiptRemoved}</Text>}
  </li>
)

/** The history of a request, from first to last step; collapsed until wanted. */
export const History = ({ row, onView, onRemove }: Props) => (
  <details className={styles.history}>
    <summary>
      <IconChevronRight size={16} aria-hidden />
      {messages.history}
    </summary>
    <ol>
      {row.history.map((step) => (
        <StepLine
          key={step.timestamp}
          step={step}
          onView={onView}
          onRemove={keepsReceipts(row) ? undefined : onRemove}
        />
      ))}
    </ol>
  </details>
)
