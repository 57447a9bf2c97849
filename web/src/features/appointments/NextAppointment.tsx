import { Button, Card, Group, Text } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useMyVisits } from '../../platform/calls/my-visits.ts'
import { siteShortDay, siteTime, zoneName } from '../../platform/language/site-time.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import classes from './booking.module.css'
import { messages } from './messages.ts'
import { downloadCalendar } from './use-appointments.ts'
import { daysAhead, Preparation, VisitPlace } from './VisitGuide.tsx'

const tab = paths.patientTab('appointment')

export const useVisitsReady = () => useMyVisits().isReady

/** What comes next for a patient: the first appointment ahead, or the way to one. */
export const NextAppointment = () => {
  const { query, isReady } = useMyVisits()
  const [failed, setFailed] = useState(false)
  if (!isReady) return null
  // Of an appointment that could not be fetched nobody must read that there is none.
  if (query.isLoadingError) return <ErrorState message={messages.next.failed} onRetry={() => void query.refetch()} />
  const now = Date.now()
  const next = query.data?.appointments.findLast(({ status, end }) => status === 'booked' && Date.parse(end) > now)
  const timeZone = query.data?.time_zone ?? 'UTC'
  return (
    <Card component="section" radius="lg" p="lg" className={classes.next} aria-label={messages.next.title}>
      <Group wrap="nowrap" gap="md" align="flex-start">
        <span className={classes.nextIcon}>
          <IconCalendarEvent size={24} aria-hidden />
        </span>
        <div>
          <Text size="sm">
            {messages.next.title}
            {next && ` · ${daysAhead(next.start, timeZone)}`}
          </Text>
          <Text fw={650} size="lg" className="tabular sentence">
            {next
              ? `${siteShortDay(next.start, timeZone)} ${messages.at(siteTime(next.start, timeZone))}`
              : messages.next.none}
          </Text>
          <Text size="sm" className="sentence">
            {next ? `${zoneName(timeZone)} · ${messages.arrive}` : messages.next.noneHint}
          </Text>
          {next && (
            <>
              <VisitPlace room={next.room} />
              <Preparation />
            </>
          )}
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
            {Date.parse(next.start) > now && (
              <Button component={Link} to={`${tab}?move=${next.id}`}>
                {messages.reschedule}
              </Button>
            )}
          </>
        ) : (
          <Button component={Link} to={tab} className={classes.filled}>
            {messages.next.book}
          </Button>
        )}
      </Group>
      {failed && <ErrorAlert mt="md">{messages.calendarFailed}</ErrorAlert>}
    </Card>
  )
}
