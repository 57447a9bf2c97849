import { needsAnswer, type Reimbursement } from '@fornix/contract'
import { Alert, Button, Text } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { messages } from './messages.ts'
import styles from './reimbursements.module.css'

type Props = { row: Reimbursement; onAnswer?: () => void }

/** What the clinic still needs for a request that is on hold. */
export const OnHoldNotice = ({ row, onAnswer }: Props) => {
  if (!needsAnswer(row.status)) return null
  return (
    <Alert color="amber" p="sm" my={6} icon={<IconMessageQuestion aria-hidden />}>
      <Text size="sm" className={styles.said}>
        {messages.asked(row.comment)}
      </Text>
      {onAnswer && (
        <Button size="xs" fz="sm" mt="xs" aria-label={messages.answerTo(row.description)} onClick={onAnswer}>
          {messages.answer}
        </Button>
      )}
    </Alert>
  )
}
