import { type Appointment, siteTime, zoneName } from '@fornix/contract'
import { Alert, Stack, Text } from '@mantine/core'
import { IconCheck, IconClock, IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession } from '../../platform/session/session.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { whenOf } from './AppointmentCard.tsx'
import { BookingWidget } from './BookingWidget.tsx'
import classes from './booking.module.css'
import { CancelModal } from './CancelModal.tsx'
import { EarlierList } from './EarlierList.tsx'
import { messages } from './messages.ts'
import { UpcomingList } from './UpcomingList.tsx'
import { downloadCalendar, useAppointments } from './use-appointments.ts'

type Mode = 'list' | 'book' | { move: string }
type Props = {
  /** For staff: whose. */
  patientKey?: string
  /** The appointment that a link asks to move. */
  moveId?: string | null
  /** The page's title, which depends on whether something is booked. */
  title: (has: boolean, facts: ReactNode) => ReactNode
}

/** The same moment on the clock of the reader's own device differs. */
const isElsewhere = (timeZone: string) => {
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions()
  return siteTime(new Date(), timeZone) !== siteTime(new Date(), own)
}

const Facts = ({ timeZone }: { timeZone: string }) => (
  <span className={classes.facts}>
    <span className={classes.fact}>
      <IconClock size={16} aria-hidden />
      {messages.length}
    </span>
    <span className={classes.fact}>
      <IconMapPin size={16} aria-hidden />
      {messages.zone(zoneName(timeZone), timeZone)}
    </span>
    {isElsewhere(timeZone) && <span>{messages.otherZone}</span>}
  </span>
)

/** A patient's appointments with everything that can be done about them; the same for the patient and for staff. */
export const AppointmentsPanel = ({ patientKey, moveId, title }: Props) => {
  const session = useSession()
  const appointments = useAppointments(patientKey)
  const { query, timeZone, upcoming, earlier } = appointments
  const [mode, setMode] = useState<Mode>(moveId ? { move: moveId } : 'list')
  const [cancelling, setCancelling] = useState<Appointment>()
  const [said, setSaid] = useState<{ title: string; mailed: boolean }>()
  const [problem, setProblem] = useState('')
  const notice = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const own = patientKey === undefined

  useEffect(() => {
    if (said) notice.current?.focus()
  }, [said])

  if (!query.data || !timeZone)
    return (
      <Stack gap="lg">
        {title(false, null)}
        {query.isError ? (
          <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState />
        )}
      </Stack>
    )

  const moving = typeof mode === 'object' ? upcoming.find(({ id }) => id === mode.move) : undefined
  // Who has nothing booked came to book.
  const booking = moving !== undefined || mode === 'book' || (own && upcoming.length === 0 && !said)
  const go = (next: Mode) => {
    setSaid(undefined)
    setProblem('')
    setMode(next)
    // What was pressed is gone: the focus goes to where the next step begins.
    requestAnimationFrame(() => top.current?.focus())
  }
  const done = (sentence: string, mailed = true) => {
    setMode('list')
    setSaid({ title: sentence, mailed })
  }
  const addToCalendar = (id: string) => {
    setProblem('')
    downloadCalendar(id).catch(() => setProblem(messages.calendarFailed))
  }
  return (
    <Stack gap="lg">
      {title(!booking, <Facts timeZone={timeZone} />)}
      {said && (
        <Alert
          ref={notice}
          tabIndex={-1}
          role="status"
          color="green"
          icon={<IconCheck aria-hidden />}
          title={said.title}
          className={classes.count}
        >
          {said.mailed && (own ? messages.mailed(session?.user.email ?? '') : messages.mailedPatient)}
        </Alert>
      )}
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <div ref={top} tabIndex={-1} className={classes.count}>
        {booking ? (
          <BookingWidget
            key={moving?.id ?? 'new'}
            appointments={appointments}
            patientKey={patientKey}
            timeZone={timeZone}
            moving={moving}
            onDone={() => done(moving ? messages.moved : own ? messages.booked : messages.bookedFor)}
            onBack={upcoming.length > 0 || !own ? () => go('list') : undefined}
          />
        ) : (
          <UpcomingList
            appointments={upcoming}
            timeZone={timeZone}
            onMove={({ id }) => go({ move: id })}
            onCancel={setCancelling}
            onCalendar={own ? ({ id }) => addToCalendar(id) : undefined}
            onBook={() => go('book')}
          />
        )}
      </div>
      {earlier.length > 0 && <EarlierList appointments={earlier} timeZone={timeZone} />}
      <CancelModal
        appointment={cancelling}
        when={cancelling ? whenOf(cancelling, timeZone) : ''}
        cancel={appointments.cancel}
        onClose={() => setCancelling(undefined)}
        onDone={() => done(messages.cancelled)}
      />
      {query.isError && (
        <Text size="sm" c="dimmed">
          {messages.fetchFailed}
        </Text>
      )}
    </Stack>
  )
}
