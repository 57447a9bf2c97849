import type { Receipt, Reimbursement } from '@fornix/contract'
import { Button, Text } from '@mantine/core'
import { IconChevronRight, IconEye } from '@tabler/icons-react'
import { translated } from '../../platform/language/t.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import styles from './reimbursements.module.css'

type Step = Reimbursement['history'][number]
type Props = { row: Reimbursement; onView: (receipt: Receipt) => void }

const EarlierReceipt = ({ receipt, onView }: { receipt: Receipt; onView: () => void }) =>
  receipt.scan_state === 'quarantined' ? (
    <Text size="sm">{messages.lockedReceipt(receipt.file_name)}</Text>
  ) : (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconEye size={16} aria-hidden />}
      className={styles.earlier}
      onClick={onView}
    >
      {messages.earlierReceipt(receipt.file_name)}
    </Button>
  )

const StepLine = ({ step, onView }: { step: Step; onView: Props['onView'] }) => (
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
    {step.earlier_receipt && (
      <EarlierReceipt
        receipt={step.earlier_receipt}
        onView={() => step.earlier_receipt && onView(step.earlier_receipt)}
      />
    )}
  </li>
)

/** What has happened to a request, from the first step to the last; closed until it is wanted. */
export const History = ({ row, onView }: Props) => (
  <details className={styles.history}>
    <summary>
      <IconChevronRight size={16} aria-hidden />
      {messages.history}
    </summary>
    <ol>
      {row.history.map((step) => (
        <StepLine key={step.timestamp} step={step} onView={onView} />
      ))}
    </ol>
  </details>
)
