import { Badge, Card, Group, Text, Title } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { whenOf } from './AppointmentCard.tsx'
import classes from './booking.module.css'
import { messages } from './messages.ts'
import type { VisitMark } from './UpcomingList.tsx'
import type { ListedAppointment } from './use-appointments.ts'

const looks = { booked: ['green', IconCheck], cancelled: ['gray', IconX] } as const

type Props = { appointments: ListedAppointment[]; timeZone: string; markOf: VisitMark | undefined }

/** Past and cancelled visits. */
export const EarlierList = ({ appointments, timeZone, markOf }: Props) => (
  <Card component="section">
    <Title order={2} size="h3" mb="sm">
      {messages.earlier}
    </Title>
    <ul className={classes.list}>
      {appointments.map((appointment) => {
        const [color, Icon] = looks[appointment.status]
        return (
          <li key={appointment.id}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" className="sentence">
                {whenOf(appointment, timeZone)}
              </Text>
              {markOf?.(appointment) ?? (
                <Badge variant="light" color={color} size="lg" leftSection={<Icon size={14} aria-hidden />}>
                  {messages.status[appointment.status]}
                </Badge>
              )}
            </Group>
          </li>
        )
      })}
    </ul>
  </Card>
)
