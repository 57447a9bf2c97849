import type { Reimbursement } from '@fornix/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useAttempt } from '../../ui/dialog/use-attempt.ts'
import { formatDateTime } from '../../ui/display/dates.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'

const texts = messages.waiting
type Waiting = NonNullable<Reimbursement['waiting']>

export const waitingText = ({ name, status, amount }: Waiting) => texts.what(name, status, formatMoney(amount))

type Props = {
  row: Reimbursement
  decide: (body: Record<string, unknown>) => Promise<Reimbursement>
  onDone: (saved: Reimbursement) => void
}

/** A pending decision: another person confirms it or sends it back, its author can withdraw it. */
export const WaitingPanel = ({ row, decide, onDone }: Props) => {
  const { attempt, busy, problem } = useAttempt((error) => failureSentence(error, messages.saveFailed, isForReader))
  const { waiting, status, version } = row
  if (!waiting) return null
  const { is_mine, at, comment } = waiting
  const answer = (body: object) => void attempt(() => decide({ ...body, version }), onDone)
  const confirmed = { status: waiting.status, amount: waiting.amount }
  return (
    <Alert color="amber" icon={<IconUsers aria-hidden />} title={texts.title}>
      <Text size="sm">
        {waitingText(waiting)} {formatDateTime(at)}
      </Text>
      {comment && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {messages.reason}: {comment}
        </Text>
      )}
      <Text size="sm" mt={4}>
        {is_mine ? texts.mine : texts.theirs}
      </Text>
      {problem && <ErrorAlert mt="sm">{problem}</ErrorAlert>}
      <Group gap="sm" mt="sm">
        {!is_mine && (
          <Button size="xs" fz="sm" loading={busy} onClick={() => answer(confirmed)}>
            {texts.confirm}
          </Button>
        )}
        <Button size="xs" fz="sm" variant="default" disabled={busy} onClick={() => answer({ status })}>
          {is_mine ? texts.takeBack : texts.sendBack}
        </Button>
      </Group>
    </Alert>
  )
}
