import type { Reimbursement } from '@fornix/contract'
import { Alert, Button, Group, Text } from '@mantine/core'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { messages } from './messages.ts'
import { formatMoney } from './money.ts'
import { waitingText } from './WaitingPanel.tsx'

type Props = { base: Reimbursement; theirs: Reimbursement; onTake: () => void; onKeep: () => void }

/** What a request says now, after it was saved elsewhere first. */
export const StaleNote = ({ base, theirs, onTake, onKeep }: Props) => (
  <Alert color="amber" role="alert" title={messages.stale}>
    <Text size="sm" mb="sm">
      <WholeFacts>{[formatMoney(theirs.amount), theirs.status, theirs.description]}</WholeFacts>
      {theirs.comment && ` · ${theirs.comment}`}
      {theirs.file_id !== base.file_id && ` · ${messages.newReceipt}`}
      {theirs.waiting && ` · ${waitingText(theirs.waiting)}`}
    </Text>
    <Group gap="sm">
      <Button variant="default" onClick={onTake}>
        {messages.useTheirs}
      </Button>
      <Button variant="default" onClick={onKeep}>
        {messages.keepMine}
      </Button>
    </Group>
  </Alert>
)
