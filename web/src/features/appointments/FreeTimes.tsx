import type { FreeSlot } from '@fornix/contract'
import { Group, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { siteTime } from '../../platform/language/site-time.ts'
import { BookButton } from './BookButton.tsx'
import { messages } from './day-sheet-messages.ts'

type Props = { slots: readonly FreeSlot[]; timeZone: string; onBook: (slot: FreeSlot) => void }

/** The times of a day that can still be booked. */
export const FreeTimes = ({ slots, timeZone, onBook }: Props) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="no-print">
      <Title order={2} size="h4" id={id} mb="xs">
        {messages.freeTimes}
      </Title>
      {slots.length === 0 ? (
        <Text size="sm">{messages.noFreeTimes}</Text>
      ) : (
        <Group gap="xs">
          {slots.map((slot) => (
            <BookButton
              key={slot.start}
              slot={slot}
              label={siteTime(slot.start, timeZone)}
              timeZone={timeZone}
              onBook={onBook}
            />
          ))}
        </Group>
      )}
    </section>
  )
}
