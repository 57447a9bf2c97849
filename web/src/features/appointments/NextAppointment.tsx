import { listMyAppointments, siteShortDay, siteTime, zoneName } from '@fornix/contract'
import { Alert, Button, Card, Group, Skeleton, Text } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import classes from './booking.module.css'
import { messages } from './messages.ts'
import { downloadCalendar } from './use-appointments.ts'

const tab = paths.patientTab('appointment')

/** What comes next for a patient: the first appointment ahead, or the way to one. */
export const NextAppointment = () => {
  const external = useConfig()?.scheduling_url
  const query = useCall(listMyAppointments, {}, { enabled: external === '' })
  const [failed, setFailed] = useState(false)
  if (external === undefined || (external === '' && query.isPending)) return <Skeleton height={132} radius="lg" />
  // Of an appointment that could not be fetched nobody must read that there is none.
  if (query.isLoadingError) return <ErrorState message={messages.next.failed} onRetry={() => void query.refetch()} />
  const now = Date.now()
  const next = query.data?.appointments.findLast(({ status, end }) => status === 'booked' && Date.parse(end) > now)
  const timeZone = query.data?.time_zone ?? 'UTC'
  return (
    <Card component="section" radius="lg" p="lg" className={classes.next} aria-label={messages.next.title}>
      <Group wrap="nowrap" gap="md" align="center">
        <span className={classes.nextIcon}>
          <IconCalendarEvent size={24} aria-hidden />
        </span>
        <div>
          <Text size="sm">{messages.next.title}</Text>
          <Text fw={650} size="lg" className="tabular">
            {next
              ? `${siteShortDay(next.start, timeZone)} ${messages.at(siteTime(next.start, timeZone))}`
              : messages.next.none}
          </Text>
          <Text size="sm">{next ? `${zoneName(timeZone)} · ${messages.arrive}` : messages.next.noneHint}</Text>
        </div>
      </Group>
      <Group gap="sm" mt="md">
        {next ? (
          <>
            <Button
              className={classes.filled}
              onClick={() => {
                setFailed(false)
                downloadCalendar(next.id).catch(() => setFailed(true))
              }}
            >
              {messages.addToCalendar}
            </Button>
            <Button component={Link} to={`${tab}?move=${next.id}`}>
              {messages.reschedule}
            </Button>
          </>
        ) : (
          <Button component={Link} to={tab} className={classes.filled}>
            {messages.next.book}
          </Button>
        )}
      </Group>
      {failed && (
        <Alert color="red" role="alert" mt="md">
          {messages.calendarFailed}
        </Alert>
      )}
    </Card>
  )
}
