import { Button, Stack, Title } from '@mantine/core'
import { IconCalendarEvent, IconCalendarPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { AppointmentCard } from './AppointmentCard.tsx'
import classes from './booking.module.css'
import { messages } from './messages.ts'
import type { ListedAppointment } from './use-appointments.ts'

type Act = (appointment: ListedAppointment) => void
/** What staff see of the visit, if it is no longer just expected. */
export type VisitMark = (appointment: ListedAppointment) => ReactNode
type Props = {
  appointments: ListedAppointment[]
  timeZone: string
  onMove: Act
  onCancel: Act
  onCalendar: Act | undefined
  onBook: () => void
  markOf: VisitMark | undefined
}

/** Booked visits with their actions, and how to book more. */
export const UpcomingList = ({ appointments, timeZone, onMove, onCancel, onCalendar, onBook, markOf }: Props) => (
  <Stack gap="md">
    {appointments.length > 0 ? (
      <>
        <Title order={2} size="h3">
          {messages.upcoming}
        </Title>
        <ul className={classes.list}>
          {appointments.map((appointment) => (
            <li key={appointment.id}>
              <AppointmentCard
                appointment={appointment}
                timeZone={timeZone}
                mark={markOf?.(appointment)}
                onMove={() => onMove(appointment)}
                onCancel={() => onCancel(appointment)}
                onCalendar={onCalendar && (() => onCalendar(appointment))}
              />
            </li>
          ))}
        </ul>
      </>
    ) : (
      <EmptyState icon={IconCalendarEvent} title={messages.noneUpcoming} />
    )}
    <Button
      variant={appointments.length > 0 ? 'default' : 'filled'}
      leftSection={<IconCalendarPlus size={18} aria-hidden />}
      onClick={onBook}
      style={{ alignSelf: appointments.length > 0 ? 'flex-start' : 'center' }}
    >
      {appointments.length > 0 ? messages.another : messages.bookFor}
    </Button>
  </Stack>
)
