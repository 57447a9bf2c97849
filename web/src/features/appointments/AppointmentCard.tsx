import { type Appointment, siteLongDay, siteTime, zoneName } from '@fornix/contract'
import { Button, Card, Group, Text, ThemeIcon } from '@mantine/core'
import { IconCalendarEvent, IconCalendarPlus, IconPencil, IconX } from '@tabler/icons-react'
import { messages } from './messages.ts'

type Props = {
  appointment: Appointment
  timeZone: string
  onMove: () => void
  onCancel: () => void
  /** Patients put it into their own calendar; staff have none to put it into. */
  onCalendar?: (() => void) | undefined
}

export const whenOf = ({ start }: Appointment, timeZone: string) =>
  `${siteLongDay(start, timeZone)} ${messages.at(siteTime(start, timeZone))}`

/** One appointment ahead, with what can be done about it. */
export const AppointmentCard = ({ appointment, timeZone, onMove, onCancel, onCalendar }: Props) => {
  const when = whenOf(appointment, timeZone)
  const passed = Date.parse(appointment.start) <= Date.now()
  return (
    <Card withBorder radius="lg" p="lg">
      <Group wrap="nowrap" align="flex-start" gap="md">
        <ThemeIcon size={44} radius="md" variant="light" flex="none" visibleFrom="xs">
          <IconCalendarEvent size={24} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={650} size="lg" className="tabular">
            {when}
          </Text>
          <Text size="sm" c="dimmed">
            {messages.length} · {zoneName(timeZone)}
          </Text>
          {onCalendar && <Text size="sm">{messages.arrive}</Text>}
        </div>
      </Group>
      {!passed && (
        <Group gap="sm" mt="md">
          {onCalendar && (
            <Button
              variant="light"
              leftSection={<IconCalendarPlus size={18} aria-hidden />}
              aria-label={messages.named(messages.addToCalendar, when)}
              onClick={onCalendar}
            >
              {messages.addToCalendar}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            aria-label={messages.named(messages.reschedule, when)}
            onClick={onMove}
          >
            {messages.reschedule}
          </Button>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconX size={18} aria-hidden />}
            aria-label={messages.named(messages.cancel, when)}
            onClick={onCancel}
          >
            {messages.cancel}
          </Button>
        </Group>
      )}
    </Card>
  )
}
