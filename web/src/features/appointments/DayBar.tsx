import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'
import { addDays, isDay } from './site-days.ts'

type Props = { day: string; onDay: (day: string) => void; onToday: () => void }

/** The day before, the day itself, the day after, and today. */
export const DayBar = ({ day, onDay, onToday }: Props) => (
  <div className={`${classes.bar} no-print`}>
    <ActionIcon
      variant="default"
      size={40}
      aria-label={messages.previous}
      disabled={!day}
      onClick={() => onDay(addDays(day, -1))}
    >
      <IconChevronLeft size={20} aria-hidden />
    </ActionIcon>
    <TextInput
      type="date"
      size="md"
      label={messages.date}
      value={day}
      onChange={(event) => isDay(event.currentTarget.value) && onDay(event.currentTarget.value)}
    />
    <ActionIcon
      variant="default"
      size={40}
      aria-label={messages.next}
      disabled={!day}
      onClick={() => onDay(addDays(day, 1))}
    >
      <IconChevronRight size={20} aria-hidden />
    </ActionIcon>
    <Button variant="default" size="md" onClick={onToday}>
      {messages.today}
    </Button>
  </div>
)
