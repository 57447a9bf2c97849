import type { PendingRequest } from '@fornix/contract'
import { Group, Text } from '@mantine/core'
import { DaysLeft } from '../../ui/display/DaysLeft.tsx'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { messages } from './messages.ts'

/** By which day the law wants an answer, and how near that is. */
export const AnswerBy = ({ row: { due_on, days_left, is_extended, requested_at } }: { row: PendingRequest }) =>
  due_on && (
    <Group component="span" display="inline-flex" gap="xs">
      <span className="tabular">{dayInWords(due_on)}</span>
      <DaysLeft days={days_left} />
      {is_extended && (
        <Text component="span" size="sm" c="dimmed">
          {messages.extend.once}
        </Text>
      )}
      <Text component="span" size="sm" c="dimmed" className="tabular">
        {messages.requestedOn(formatMediumDay(requested_at))}
      </Text>
    </Group>
  )
