import { dayName, type FreeSlot, siteDay } from '@fornix/contract'
import { Button } from '@mantine/core'
import { messages } from './day-sheet-messages.ts'

type Props = { slot: FreeSlot; label: string; timeZone: string; onBook: (slot: FreeSlot) => void }

/** A free half hour. */
export const BookButton = ({ slot, label, timeZone, onBook }: Props) => (
  <Button
    variant="default"
    size="compact-md"
    className="no-print"
    aria-label={messages.book.named(label, dayName(siteDay(slot.start, timeZone)))}
    onClick={() => onBook(slot)}
  >
    {messages.book.button(label)}
  </Button>
)
