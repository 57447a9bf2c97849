import type { FreeSlot } from '@fornix/contract'
import { Group, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { BookButton } from './BookButton.tsx'
import { messages } from './day-sheet-messages.ts'
import { timeLabels } from './site-days.ts'

type Props = { slots: readonly FreeSlot[]; timeZone: string; onBook: (slot: FreeSlot) => void }

/** What of a day can still be booked. */
export const FreeTimes = ({ slots, timeZone, onBook }: Props) => {
  const id = useId()
  const labels = timeLabels(slots, timeZone)
  return (
    <section aria-labelledby={id} className="no-print">
      <Title order={2} size="h4" id={id} mb="xs">
        {messages.freeTimes}
      </Title>
      {slots.length === 0 ? (
        <Text size="sm">{messages.noFreeTimes}</Text>
      ) : (
        <Group gap="xs">
          {slots.map((slot, n) => (
            <BookButton key={slot.start} slot={slot} label={labels[n] ?? ''} timeZone={timeZone} onBook={onBook} />
          ))}
        </Group>
      )}
    </section>
  )
}
