import { slotMinutes, weekdays } from '@fornix/contract'
import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import classes from './scheduling.module.css'
import { messages } from './scheduling-messages.ts'
import type { SchedulingForm } from './use-scheduling.ts'

const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const clocks = Array.from({ length: (24 * 60) / slotMinutes + 1 }, (_, n) => clockOf(n * slotMinutes))
/** `1:30 PM`, and midnight at both ends. */
const spoken = (clock: string) => {
  const hour = Number(clock.slice(0, 2))
  return `${hour % 12 || 12}:${clock.slice(3)} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}
const options = clocks.map((clock) => ({ value: clock, label: spoken(clock) }))

type Window = { weekday: number; from: string; to: string }
/** After the last span, unless that ends with the day. */
const next = (last: Window | undefined, weekday: number): Window =>
  last && last.to !== clocks.at(-1)
    ? { weekday, from: last.to, to: clocks[Math.min(clocks.indexOf(last.to) + 2, clocks.length - 1)] ?? last.to }
    : { weekday, from: '10:00', to: '15:00' }

/** Any number of time spans on each day of the week. */
export const HoursEditor = ({ form }: { form: SchedulingForm }) => {
  const all = form.values.hours.map((span, index) => ({ ...span, index }))
  return (
    <Stack component="ul" gap={0} p={0} m={0} className={classes.days}>
      {weekdays.map((weekday, n) => {
        const spans = all.filter((span) => span.weekday === n + 1)
        return (
          <li key={weekday} className={classes.day}>
            <Text fw={600} pt={6}>
              {weekday}
            </Text>
            <Stack gap="xs">
              {spans.length === 0 && (
                <Text c="dimmed" pt={6}>
                  {messages.closed}
                </Text>
              )}
              {spans.map(({ index, from }, part) => (
                <Group key={form.key(`hours.${index}`)} gap="xs" align="flex-start">
                  <NativeSelect
                    aria-label={messages.named(weekday, messages.from, part)}
                    data={options.slice(0, -1)}
                    {...form.getInputProps(`hours.${index}.from`)}
                  />
                  <Text size="sm" pt={7}>
                    {messages.to}
                  </Text>
                  <NativeSelect
                    aria-label={messages.named(weekday, messages.to, part)}
                    data={options.slice(1)}
                    {...form.getInputProps(`hours.${index}.to`)}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    aria-label={messages.removeHours(weekday, spoken(from))}
                    onClick={() => form.removeListItem('hours', index)}
                  >
                    <IconX size={18} aria-hidden />
                  </ActionIcon>
                </Group>
              ))}
            </Stack>
            <Button
              variant="subtle"
              size="compact-md"
              mt={3}
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-label={messages.addHoursNamed(weekday)}
              onClick={() => form.insertListItem('hours', next(spans.at(-1), n + 1))}
            >
              {messages.addHours}
            </Button>
          </li>
        )
      })}
    </Stack>
  )
}
