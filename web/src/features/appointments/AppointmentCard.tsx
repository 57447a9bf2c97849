import type { Appointment } from '@fornix/contract'
import { Button, Card, Group, Text, ThemeIcon } from '@mantine/core'
import { IconCalendarEvent, IconCalendarPlus, IconPencil, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { serverNow } from '../../platform/http/server-clock.ts'
import { siteLongDay, siteTime, zoneName } from '../../platform/language/site-time.ts'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import classes from './booking.module.css'
import { messages } from './messages.ts'
import { daysAhead, Preparation, VisitPlace } from './VisitGuide.tsx'

type Props = {
  appointment: Appointment
  timeZone: string
  mark?: ReactNode
  onMove: () => void
  onCancel: () => void
  /** Patients add it to their own calendar; staff have none to add it to. */
  onCalendar?: (() => void) | undefined
}

export const whenOf = ({ start }: Appointment, timeZone: string) =>
  `${siteLongDay(start, timeZone)} ${messages.at(siteTime(start, timeZone))}`

/** An upcoming appointment, with its actions. */
export const AppointmentCard = ({ appointment, timeZone, mark, onMove, onCancel, onCalendar }: Props) => {
  const when = whenOf(appointment, timeZone)
  const passed = Date.parse(appointment.start) <= serverNow()
  const actions = [
    ...(onCalendar
      ? [{ label: messages.addToCalendar, icon: IconCalendarPlus, onClick: onCalendar, variant: 'light' }]
      : []),
    { label: messages.reschedule, icon: IconPencil, onClick: onMove, variant: 'default' },
    { label: messages.cancel, icon: IconX, onClick: onCancel, variant: 'subtle', color: 'red' },
  ]
  return (
    <Card>
      <Group wrap="nowrap" align="flex-start" gap="md">
        <ThemeIcon size={44} radius="md" variant="light" flex="none" visibleFrom="xs">
          <IconCalendarEvent size={24} aria-hidden />
        </ThemeIcon>
        <div>
          <Text fw={650} size="lg" className="tabular sentence">
            {when}
          </Text>
          {mark}
          <Text size="sm" c="dimmed">
            <WholeFacts>{[daysAhead(appointment.start, timeZone), messages.length, zoneName(timeZone)]}</WholeFacts>
          </Text>
          {onCalendar ? (
            <>
              <Text size="sm">{messages.arrive}</Text>
              <VisitPlace room={appointment.room} />
              <Preparation />
            </>
          ) : (
            appointment.room && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {messages.room(appointment.room)}
              </Text>
            )
          )}
        </div>
      </Group>
      {!passed && (
        <Group gap="sm" mt="md" className={classes.actions}>
          {actions.map(({ label, icon: Icon, onClick, ...look }) => (
            <Button
              key={label}
              leftSection={<Icon size={18} aria-hidden />}
              aria-label={messages.named(label, when)}
              onClick={onClick}
              {...look}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Card>
  )
}
