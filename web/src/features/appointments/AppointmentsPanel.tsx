import { type Appointment, getNotices, siteClock } from '@fornix/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import { IconClock, IconWorld } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { ApiFailure, useCall } from '../../platform/calls/api.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { zoneCity, zoneName } from '../../platform/language/site-time.ts'
import { useCared } from '../../platform/session/acted-for.ts'
import { useSession } from '../../platform/session/session.tsx'
import { DestructiveDialog } from '../../ui/dialog/DestructiveDialog.tsx'
import { ErrorAlert, SuccessAlert } from '../../ui/display/ErrorAlert.tsx'
import { WithLink } from '../../ui/display/WithLink.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { whenOf } from './AppointmentCard.tsx'
import { BookingWidget } from './BookingWidget.tsx'
import classes from './booking.module.css'
import { EarlierList } from './EarlierList.tsx'
import { messages } from './messages.ts'
import { UpcomingList, type VisitMark } from './UpcomingList.tsx'
import { type Appointments, downloadCalendar, useAppointments } from './use-appointments.ts'

/** A time for which no response came, and the appointment that was to move there. */
type Sent = { start: string; moving: string | undefined }
type Mode = 'list' | 'book' | { move: string }
type Props = {
  /** For staff: which patient. */
  patientKey?: string
  /** The appointment that a link asks to move. */
  moveId?: string | null
  /** What the link asks for is done, or given up: a reload does not ask again. */
  onLinkDone?: (() => void) | undefined
  notice?: ReactNode
  isReady?: boolean
  markOf?: VisitMark
  /** The page's title, which depends on whether something is booked; undefined until known. */
  title: (has: boolean | undefined, facts: ReactNode) => ReactNode
}

/** Whether the reader's device shows a different time for the same moment. */
const isElsewhere = (timeZone: string) => {
  const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions()
  const now = new Date(serverNow())
  return siteClock(now, timeZone) !== siteClock(now, own)
}

const Facts = ({ timeZone }: { timeZone: string }) => (
  <span className={classes.facts}>
    <span className={classes.fact}>
      <IconClock size={16} aria-hidden />
      {messages.length}
    </span>
    <span className={classes.fact}>
      <IconWorld size={16} aria-hidden />
      {messages.zone(zoneName(timeZone), zoneCity(timeZone))}
    </span>
    {isElsewhere(timeZone) && <span>{messages.otherZone}</span>}
  </span>
)

/** What was just done. */
type Done = { title: string }
/** A patient's email settings do not apply to a caregiver's actions. */
const OwnMail = () => {
  const email = useSession()?.user.email ?? ''
  const { name } = useCared()
  const notices = useCall(getNotices, {})
  if (name) return messages.mailedCared(name, email)
  if (!notices.data) return null
  if (!notices.data.email_off.includes('own_visits')) return messages.mailed(email)
  return (
    <WithLink text={messages.notMailed}>
      {(words) => (
        <Anchor component={Link} to={paths.account} size="sm" td="underline">
          {words}
        </Anchor>
      )}
    </WithLink>
  )
}

const DoneNotice = ({ done, own }: { done: Done | undefined; own: boolean }) => {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (done) notice.current?.focus()
  }, [done])
  if (!done) return null
  return (
    <SuccessAlert ref={notice} tabIndex={-1} title={done.title} className={classes.count}>
      {own ? <OwnMail /> : messages.mailedPatient}
    </SuccessAlert>
  )
}

const useSteps = ({ patientKey, moveId, onLinkDone }: Pick<Props, 'patientKey' | 'moveId' | 'onLinkDone'>) => {
  const [mode, setMode] = useState<Mode>(moveId ? { move: moveId } : 'list')
  const [done, setDone] = useState<Done>()
  const [problem, setProblem] = useState('')
  const [uncertain, setUncertain] = useState<Sent>()
  const top = useRef<HTMLDivElement>(null)
  const { name } = useCared()
  const finish = (title: string) => {
    setUncertain(undefined)
    setMode('list')
    setDone({ title })
    if (moveId) onLinkDone?.()
  }
  return {
    mode,
    done,
    problem,
    uncertain,
    setUncertain,
    top,
    go: (next: Mode) => {
      setUncertain(undefined)
      setDone(undefined)
      setProblem('')
      setMode(next)
      if (moveId) onLinkDone?.()
      // The pressed button is gone: the focus moves to where the next step begins.
      requestAnimationFrame(() => top.current?.focus())
    },
    finish,
    finishBooking: (isMoved: boolean) => {
      if (isMoved) finish(messages.moved)
      else finish(patientKey === undefined && !name ? messages.booked : messages.bookedFor)
    },
    addToCalendar: (id: string) => {
      setProblem('')
      downloadCalendar(id).catch(() => setProblem(messages.calendarFailed))
    },
  }
}
type Steps = ReturnType<typeof useSteps>

/** What was sent without a response is confirmed as soon as the list shows it, which may take the form's place. */
const useStored = ({ uncertain, finishBooking }: Steps, upcoming: readonly Appointment[]) => {
  const isStored =
    uncertain && upcoming.some(({ id, start }) => start === uncertain.start && id === (uncertain.moving ?? id))
  const confirm = useEffectEvent(() => finishBooking(uncertain?.moving !== undefined))
  useEffect(() => {
    if (isStored) confirm()
  }, [isStored])
}

type BookingProps = {
  appointments: Appointments
  steps: Steps
  patientKey: string | undefined
  timeZone: string
  moving: Appointment | undefined
}
const Booking = ({ appointments, steps, patientKey, timeZone, moving }: BookingProps) => {
  const own = patientKey === undefined
  return (
    <BookingWidget
      key={moving?.id ?? 'new'}
      appointments={appointments}
      patientKey={patientKey}
      timeZone={timeZone}
      moving={moving}
      onDone={() => steps.finishBooking(moving !== undefined)}
      onUncertain={(start) => steps.setUncertain({ start, moving: moving?.id })}
      onBack={appointments.upcoming.length > 0 || !own ? () => steps.go('list') : undefined}
    />
  )
}

type BodyProps = BookingProps & { booking: boolean; notice: ReactNode; markOf: VisitMark | undefined }
const PanelBody = ({ booking, notice, markOf, ...props }: BodyProps) => {
  const { appointments, steps, patientKey, timeZone } = props
  const { query, upcoming, earlier } = appointments
  const [cancelling, setCancelling] = useState<Appointment>()
  const own = patientKey === undefined
  return (
    <>
      <DoneNotice done={steps.done} own={own} />
      {!booking && notice}
      {steps.problem && <ErrorAlert>{steps.problem}</ErrorAlert>}
      <div ref={steps.top} tabIndex={-1} className={classes.count}>
        {booking ? (
          <Booking {...props} />
        ) : (
          <UpcomingList
            appointments={upcoming}
            timeZone={timeZone}
            onMove={({ id }) => steps.go({ move: id })}
            onCancel={setCancelling}
            onCalendar={own ? ({ id }) => steps.addToCalendar(id) : undefined}
            onBook={() => steps.go('book')}
            markOf={markOf}
          />
        )}
      </div>
      {earlier.length > 0 && <EarlierList appointments={earlier} timeZone={timeZone} markOf={markOf} />}
      <DestructiveDialog
        subject={cancelling}
        title={messages.cancelTitle}
        text={(appointment) => messages.cancelText(whenOf(appointment, timeZone))}
        keepLabel={messages.cancelKeep}
        confirmLabel={messages.cancel}
        run={appointments.cancel}
        sentenceOf={(error) => (error instanceof ApiFailure ? error.message : messages.fetchFailed)}
        onClose={() => setCancelling(undefined)}
        onDone={() => steps.finish(messages.cancelled)}
      />
      {query.isError && (
        <Text size="sm" c="dimmed">
          {messages.fetchFailed}
        </Text>
      )}
    </>
  )
}

/** A patient's appointments with all their actions; the same for patients and staff. */
export const AppointmentsPanel = ({ patientKey, notice, isReady = true, markOf, title, ...link }: Props) => {
  const appointments = useAppointments(patientKey)
  const { query, timeZone, upcoming } = appointments
  const steps = useSteps({ patientKey, ...link })
  const { mode, done } = steps
  useStored(steps, upcoming)

  if (!query.data || !timeZone || !isReady)
    return (
      <Stack gap="lg">
        {title(undefined, null)}
        {query.isError ? (
          <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingState />
        )}
      </Stack>
    )

  const moving = typeof mode === 'object' ? upcoming.find(({ id }) => id === mode.move) : undefined
  const panel = { appointments, steps, patientKey, timeZone }
  // A patient without appointments came to book.
  const booking =
    moving !== undefined || mode === 'book' || (patientKey === undefined && upcoming.length === 0 && !done)
  return (
    <Stack gap="lg">
      {title(!booking, <Facts timeZone={timeZone} />)}
      <PanelBody {...panel} moving={moving} booking={booking} notice={notice} markOf={markOf} />
    </Stack>
  )
}
