import type { Appointment } from '@fornix/contract'
import { Box, Button, Card, Group, Text } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useConfig } from '../../platform/calls/config.ts'
import { useMyVisits } from '../../platform/calls/my-visits.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { siteShortDay, siteTime, zoneName } from '../../platform/language/site-time.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { WholeFacts } from '../../ui/display/WholeFacts.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import classes from './booking.module.css'
import { messages } from './messages.ts'
import { downloadCalendar } from './use-appointments.ts'
import { daysAhead, Preparation, VisitPlace } from './VisitGuide.tsx'

const tab = paths.patientTab('appointment')

export const useVisitsReady = () => useMyVisits().isReady

/** The clinic takes bookings in another service, where the portal's visits cannot be changed. */
const useBooksElsewhere = () => Boolean(useConfig()?.scheduling_url)

const About = ({ next, timeZone }: { next: Appointment | undefined; timeZone: string }) => {
  const elsewhere = useBooksElsewhere()
  const [none, hint] = elsewhere
    ? [messages.next.elsewhere, messages.next.elsewhereHint]
    : [messages.next.none, messages.next.noneHint]
  return (
    <Box flex="1 1 9rem" miw={0}>
      <Text size="sm">
        {messages.next.title}
        {next && ` · ${daysAhead(next.start, timeZone)}`}
      </Text>
      <Text fw={650} size="lg" className="tabular sentence" style={{ textWrap: 'balance' }}>
        {next ? `${siteShortDay(next.start, timeZone)} ${messages.at(siteTime(next.start, timeZone))}` : none}
      </Text>
      <Text size="sm" className="sentence">
        {next ? <WholeFacts>{[zoneName(timeZone), messages.arrive]}</WholeFacts> : hint}
      </Text>
      {next && (
        <>
          <VisitPlace room={next.room} />
          <Preparation />
          {elsewhere && <Text size="sm">{messages.next.contact}</Text>}
        </>
      )}
    </Box>
  )
}

type ActionsProps = { next: Appointment; onFailed: (failed: boolean) => void }
const Actions = ({ next, onFailed }: ActionsProps) => {
  const elsewhere = useBooksElsewhere()
  return (
    <>
      <Button
        className={classes.filled}
        onClick={() => {
          onFailed(false)
          downloadCalendar(next.id).catch(() => onFailed(true))
        }}
      >
        {messages.addToCalendar}
      </Button>
      {!elsewhere && Date.parse(next.start) > serverNow() && (
        <Button component={Link} to={`${tab}?move=${next.id}`}>
          {messages.reschedule}
        </Button>
      )}
    </>
  )
}

const nextOf = (appointments: readonly Appointment[] = []) =>
  appointments.findLast(({ status, end }) => status === 'booked' && Date.parse(end) > serverNow())

/** The patient's next appointment, or how to book one. `onlyBooked`: not if that is on the page anyway. */
export const NextAppointment = ({ onlyBooked = false }: { onlyBooked?: boolean }) => {
  const { query, isReady } = useMyVisits()
  const [failed, setFailed] = useState(false)
  if (!isReady) return null
  // If an appointment could not be fetched, nothing may say that there is none.
  if (query.isLoadingError) return <ErrorState message={messages.next.failed} onRetry={() => void query.refetch()} />
  const next = nextOf(query.data?.appointments)
  if (!next && onlyBooked) return null
  return (
    <Card component="section" withBorder={false} className={classes.next} aria-label={messages.next.title}>
      <Group gap="md" align="flex-start">
        <span className={classes.nextIcon}>
          <IconCalendarEvent size={24} aria-hidden />
        </span>
        <About next={next} timeZone={query.data?.time_zone ?? 'UTC'} />
      </Group>
      <Group gap="sm" mt="md" className={classes.actions}>
        {next ? (
          <Actions next={next} onFailed={setFailed} />
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
