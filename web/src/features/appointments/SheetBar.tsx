import { addDays, type Scanner, weekOf } from '@fornix/contract'
import { ActionIcon, Button, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { isDay } from '../../platform/base/is-day.ts'
import classes from './day-sheet.module.css'
import { messages } from './day-sheet-messages.ts'
import type { SheetAddress } from './use-sheet-address.ts'

type Props = {
  address: SheetAddress
  /** The day, or the Sunday of the week; empty until today's is known. */
  day: string
  today: string
  scanners: readonly Scanner[]
}

/** Day or week, previous, next, today's, and which scanner. */
export const SheetBar = ({ address, day, today, scanners }: Props) => {
  const { isWeek, showDay, showWeek } = address
  const texts = isWeek ? messages.weekBar : messages.dayBar
  const step = isWeek ? 7 : 1
  const go = (next: string) => (isWeek ? showWeek(weekOf(next)) : showDay(next === today ? '' : next))
  const arrows = [
    { label: texts.previous, Icon: IconChevronLeft, by: -step },
    { label: texts.next, Icon: IconChevronRight, by: step },
  ].map(({ label, Icon, by }) => (
    <ActionIcon
      key={label}
      variant="default"
      size={36}
      aria-label={label}
      disabled={!day}
      onClick={() => go(addDays(day, by))}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  ))
  return (
    <div className={`${classes.bar} no-print`}>
      <SegmentedControl
        aria-label={messages.view}
        value={isWeek ? 'week' : 'day'}
        data={[
          { value: 'day', label: messages.dayBar.view },
          { value: 'week', label: messages.weekBar.view },
        ]}
        // The week of the current day, or that day again.
        onChange={(view) => {
          const shown = day || today
          if (view === 'week') showWeek(shown && weekOf(shown))
          else showDay(isWeek && shown && !(today && weekOf(today) === shown) ? shown : '')
        }}
      />
      <Group gap={8} wrap="nowrap">
        {arrows[0]}
        <TextInput
          type="date"
          aria-label={texts.date}
          value={day}
          onChange={(event) => isDay(event.currentTarget.value) && go(event.currentTarget.value)}
        />
        {arrows[1]}
      </Group>
      <Button
        variant="default"
        disabled={isWeek && !today}
        onClick={() => (isWeek ? showWeek(weekOf(today)) : showDay())}
      >
        {texts.today}
      </Button>
      {scanners.length > 1 && (
        <NativeSelect
          aria-label={messages.columns.scanner}
          data={[
            { value: '', label: messages.allScanners },
            ...scanners.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={address.scanner}
          onChange={(event) => address.showScanner(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
