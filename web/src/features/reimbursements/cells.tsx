import { needsAnswer, type Reimbursement } from '@fornix/contract'
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconDownload, IconEye, type TablerIcon } from '@tabler/icons-react'
import { ScanNote } from '../../clinic/documents/ScanNote.tsx'
import { StatusBadge } from '../../clinic/records/StatusBadge.tsx'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { Hint } from '../../ui/display/Hint.tsx'
import { History, type ReceiptActions } from './History.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { OnHoldNotice } from './OnHoldNotice.tsx'
import styles from './reimbursements.module.css'
import { waitingText } from './WaitingPanel.tsx'

type Cell = { row: Reimbursement }

/** When it was submitted, and the date of the expense. */
export const Dates = ({ row }: Cell) => (
  <>
    <span className={styles.whole}>{formatMediumDay(row.date)}</span>
    {row.expense_date && (
      <Text size="sm" c="dimmed" className={styles.whole}>
        {messages.expense(dayInWords(row.expense_date))}
      </Text>
    )}
  </>
)

/** The patient's latest response, as long as nobody has decided since. */
const answerIn = ({ status, history }: Reimbursement) => {
  const last = history.at(-1)
  return status === 'Submitted' && last?.is_answer ? last : undefined
}

const answerText = ({ comment }: Reimbursement['history'][number]) =>
  comment ? messages.answeredWith(comment) : messages.answeredByReceipt

type DescriptionProps = Cell &
  ReceiptActions & {
    /** For patients: staff see only the reason. */
    onAnswer?: (() => void) | undefined
  }

export const Description = ({ row, onAnswer, ...actions }: DescriptionProps) => {
  const answer = answerIn(row)
  const isAsked = onAnswer && needsAnswer(row.status)
  return (
    <>
      <Text fw={600} fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {row.description}
      </Text>
      {isAsked && <OnHoldNotice row={row} onAnswer={onAnswer} />}
      {row.comment && !isAsked && (
        <Text size="sm" className={styles.said}>
          {messages.reason}: {row.comment}
        </Text>
      )}
      {answer && (
        <Text size="sm" className={styles.said}>
          {answerText(answer)}
        </Text>
      )}
      <ScanNote state={row.scan_state} />
      <History row={row} {...actions} />
    </>
  )
}

/** The status, and what waits for a second person. */
export const Status = ({ row }: Cell) => (
  <>
    <StatusBadge status={answerIn(row) ? 'Answered' : row.status} />
    {row.waiting && (
      <Text size="xs" mt={4}>
        {messages.waiting.title}. {waitingText(row.waiting)}
      </Text>
    )}
  </>
)

/** The day since which it has been Paid: a later step may only have changed the comment. */
const paidOn = ({ history }: Reimbursement) => {
  const before = history.findLastIndex(({ status }) => status !== 'Paid')
  return formatMediumDay(history[before + 1]?.timestamp ?? '')
}

/** The amount requested and, once paid, how much was paid and when. */
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

type ButtonProps = { isIcon: boolean; word: string; label: string; icon: TablerIcon; onClick: () => void }

const ReceiptButton = ({ isIcon, word, label, icon: Icon, onClick }: ButtonProps) =>
  isIcon ? (
    <Hint label={word}>
      <ActionIcon size={30} variant="subtle" aria-label={label} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Hint>
  ) : (
    <Button
      size="xs"
      fz="sm"
      variant="light"
      leftSection={<Icon size={16} aria-hidden />}
      aria-label={label}
      onClick={onClick}
    >
      {word}
    </Button>
  )

type ReceiptProps = Cell & {
  /** Beside other buttons an icon is enough. */
  isIcon: boolean
  onView: () => void
  onDownload: () => void
}

export const ReceiptButtons = ({ row: { description }, isIcon, onView, onDownload }: ReceiptProps) => {
  const button = (icon: TablerIcon, word: string, label: string, onClick: () => void) => (
    <ReceiptButton isIcon={isIcon} icon={icon} word={word} label={label} onClick={onClick} />
  )
  return (
    <>
      {button(IconEye, messages.view, messages.viewOf(description), onView)}
      {button(IconDownload, messages.download, messages.receiptOf(description), onDownload)}
    </>
  )
}
