import '@mantine/dates/styles.css'
import { careAt, type Slot } from '@fornix/contract'
import { Anchor, Button, Stack, Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { dayName } from '../../platform/language/site-time.ts'
import { isShared } from '../../platform/session/shared.ts'
import { WithLink } from '../../ui/display/WithLink.tsx'
import classes from './booking.module.css'
import { messages } from './messages.ts'
import { monthName, monthOf, weekdayName } from './site-days.ts'

type Props = {
  today: string
  month: string
  onMonth: (month: string) => void
  /** Missing while loading. */
  free: ReadonlyMap<string, Slot[]> | undefined
  day: string | null
  onDay: (day: string) => void
  isOwn: boolean
}

/** Months without hours or scanners would go on forever: patients are told whom to ask. */
const WhomToAsk = () =>
  isShared(careAt(paths.messages)) && (
    <Text size="sm">
      <WithLink text={messages.day.ask}>
        {(words) => (
          <Anchor component={Link} to={paths.messages} size="sm" td="underline">
            {words}
          </Anchor>
        )}
      </WithLink>
    </Text>
  )

/** The month as a table of buttons, each with the number of free times; only days with free times can be selected. */
export const DayChoice = ({ today, month, onMonth, free, day, onDay, isOwn }: Props) => (
  <Stack gap="sm" className={classes.calendar} aria-busy={free === undefined}>
    <DatePicker
      fullWidth
      size="md"
      value={day}
      onChange={(chosen) => chosen && onDay(chosen)}
      date={month}
      onDateChange={(date) => onMonth(monthOf(date))}
      minDate={today}
      excludeDate={(date) => !free?.has(date)}
      getDayAriaLabel={(date) => messages.day.free(dayName(date), free?.get(date)?.length ?? 0)}
      hideOutsideDates
      firstDayOfWeek={0}
      monthLabelFormat={monthName}
      weekdayFormat={weekdayName}
      maxLevel="month"
      classNames={{ day: classes.day }}
      ariaLabels={{ previousMonth: messages.day.previous, nextMonth: messages.day.next }}
    />
    <div role="status">
      {free?.size === 0 && (
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{messages.day.none(monthName(month))}</Text>
          <Button variant="light" onClick={() => onMonth(monthOf(month, 1))}>
            {messages.day.nextMonth(monthName(monthOf(month, 1)))}
          </Button>
          {isOwn && <WhomToAsk />}
        </Stack>
      )}
    </div>
  </Stack>
)
