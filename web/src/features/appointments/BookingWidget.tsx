import { type Appointment, type Slot, siteDay } from '@fornix/contract'
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ForPerson } from '../../clinic/shell/ForPerson.tsx'
import { ApiFailure } from '../../platform/calls/api.ts'
import { StoppedWaiting, useOnlineWait } from '../../platform/calls/waiting.ts'
import { codeOf, isUncertain, statusOf } from '../../platform/http/failure.ts'
import { serverNow } from '../../platform/http/server-clock.ts'
import { siteShortDay, siteTime } from '../../platform/language/site-time.ts'
import { ErrorAlert, WarningAlert } from '../../ui/display/ErrorAlert.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import classes from './booking.module.css'
import { DayChoice } from './DayChoice.tsx'
import { messages } from './messages.ts'
import { byDay, lastOf, monthOf } from './site-days.ts'
import { TimeChoice } from './TimeChoice.tsx'
import { type Appointments, useSlots } from './use-appointments.ts'

type Props = {
  appointments: Appointments
  patientKey?: string | undefined
  timeZone: string
  /** The appointment being moved; without it a new one is booked. */
  moving?: Appointment | undefined
  onDone: () => void
  /** It may have been booked: no response came. */
  onUncertain: (start: string) => void
  onBack?: (() => void) | undefined
}

const sentenceOf = (error: unknown) =>
  error instanceof ApiFailure || error instanceof StoppedWaiting ? error.message : messages.slotsFailed

/** The selected day and time, from the free ones in the month shown. */
const useChoice = ({ patientKey, timeZone, moving }: Props) => {
  const today = siteDay(new Date(serverNow()), timeZone)
  const [month, setMonth] = useState(monthOf(moving ? siteDay(moving.start, timeZone) : today))
  const slots = useSlots(patientKey, month, lastOf(month))
  const [day, setDay] = useState<string | null>(null)
  const [start, setStart] = useState<string | null>(null)
  // What was sent and may have been booked is no longer free, but still what the button is about.
  const [sent, setSent] = useState<Slot>()
  const free = slots.data && byDay(slots.data.slots, timeZone)
  const listed = (day && free?.get(day)) || []
  const isMissing = sent?.start === start && !listed.some((slot) => slot.start === start)
  const times = sent && isMissing ? [...listed, sent].toSorted((a, b) => a.start.localeCompare(b.start)) : listed
  return {
    today,
    month,
    slots,
    free,
    day,
    setDay,
    times,
    setStart,
    setSent,
    chosen: times.find((slot) => slot.start === start),
    chooseMonth: (next: string) => {
      setMonth(next)
      setDay(null)
      setStart(null)
    },
  }
}
type Choice = ReturnType<typeof useChoice>

const useConfirm = ({ appointments, moving, onDone, onUncertain }: Props, { chosen, setSent }: Choice) => {
  const [problem, setProblem] = useState('')
  const [warning, setWarning] = useState('')
  const [busy, setBusy] = useState(false)
  const { waitOnline } = useOnlineWait()
  const now = useRef(chosen?.start)
  now.current = chosen?.start
  const confirm = async () => {
    if (!chosen) return setProblem(messages.time.missing)
    const { start } = chosen
    setProblem('')
    setBusy(true)
    setSent(chosen)
    try {
      await waitOnline(() => now.current)
      await (moving ? appointments.move(moving, start) : appointments.book(start, warning !== ''))
      onDone()
    } catch (error) {
      if (isUncertain(error)) onUncertain(start)
      else setSent(undefined)
      if (error instanceof ApiFailure && codeOf(error) === 'has_visit') return setWarning(error.message)
      // The list behind the message must match it.
      if (statusOf(error) > 0 && statusOf(error) < 500) await appointments.refreshSlots()
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { problem, setProblem, warning, busy, confirm }
}

const focusDay = (calendar: HTMLElement | null) => {
  const buttons = [...(calendar?.querySelectorAll<HTMLButtonElement>('table button:not(:disabled)') ?? [])]
  const target = buttons.find((button) => button.hasAttribute('data-selected')) ?? buttons[0]
  target?.focus()
}

type ColumnsProps = { choice: Choice; timeZone: string; isOwn: boolean; onChange: () => void }
/** The calendar, and the times of its selected day. */
const ChoiceColumns = ({ choice, timeZone, isOwn, onChange }: ColumnsProps) => {
  const { slots, free, day, setDay, setStart } = choice
  const calendar = useRef<HTMLDivElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (day) count.current?.focus()
  }, [day])
  const chooseDay = (next: string) => {
    onChange()
    // The same day again: the effect that moves the focus does not run.
    if (next === day) count.current?.focus()
    else setStart(null)
    setDay(next)
  }
  const chooseTime = (next: string) => {
    setStart(next)
    onChange()
  }
  const first = slots.data?.slots[0]
  return (
    <div className={classes.columns}>
      <div ref={calendar}>
        <Title order={2} size="h3" mb="sm">
          {messages.day.title}
        </Title>
        <DayChoice
          today={choice.today}
          month={choice.month}
          onMonth={choice.chooseMonth}
          free={free}
          day={day}
          onDay={chooseDay}
          isOwn={isOwn}
        />
      </div>
      <div>
        <Title order={2} size="h3" mb="sm">
          {messages.time.title}
        </Title>
        {day && free ? (
          <TimeChoice
            day={day}
            slots={choice.times}
            timeZone={timeZone}
            value={choice.chosen?.start ?? null}
            onChange={chooseTime}
            onOtherDay={() => focusDay(calendar.current)}
            heading={count}
          />
        ) : free || !slots.isPending ? (
          <Stack gap="sm" align="flex-start">
            <Text c="dimmed" size="sm">
              {messages.time.hint}
            </Text>
            {first && (
              <Button
                variant="light"
                onClick={() => {
                  chooseDay(siteDay(first.start, timeZone))
                  chooseTime(first.start)
                }}
              >
                {messages.time.first(`${siteShortDay(first.start, timeZone)} · ${siteTime(first.start, timeZone)}`)}
              </Button>
            )}
          </Stack>
        ) : (
          <LoadingState rows={3} />
        )}
      </div>
    </div>
  )
}

type FootProps = Pick<Props, 'timeZone' | 'moving' | 'onBack'> & {
  chosen: Slot | undefined
  confirmation: ReturnType<typeof useConfirm>
}
const Foot = ({ timeZone, moving, onBack, chosen, confirmation }: FootProps) => {
  const { problem, warning, busy, confirm } = confirmation
  return (
    <div className={classes.foot}>
      <Text fw={500} role="status" className="sentence">
        {chosen && `${siteShortDay(chosen.start, timeZone)} · ${siteTime(chosen.start, timeZone)}`}
      </Text>
      <ForPerson />
      {warning && !problem && (
        <WarningAlert flex="1 1 260px" py="xs">
          {warning}
        </WarningAlert>
      )}
      {problem && (
        <ErrorAlert flex="1 1 260px" py="xs">
          {problem}
        </ErrorAlert>
      )}
      <Group gap="sm">
        {onBack && (
          <Button variant="default" onClick={onBack} disabled={busy}>
            {moving ? messages.keep : messages.back}
          </Button>
        )}
        <Button onClick={() => void confirm()} loading={busy}>
          {moving ? messages.confirmMove : warning ? messages.anyway : messages.confirm}
        </Button>
      </Group>
    </div>
  )
}

/** A day, a time, and one button. The choice stays selected whatever the server says. */
export const BookingWidget = (props: Props) => {
  const { patientKey, timeZone, moving, onBack } = props
  const choice = useChoice(props)
  const { slots, chosen } = choice
  const confirmation = useConfirm(props, choice)

  if (slots.isError && !slots.data)
    return <ErrorState message={messages.slotsFailed} onRetry={() => void slots.refetch()} />
  return (
    <Paper component="section" withBorder radius="lg" aria-label={moving ? messages.reschedule : messages.title}>
      {moving && (
        <Text px={{ base: 16, sm: 24 }} pt={16} size="sm">
          {messages.moving(`${siteShortDay(moving.start, timeZone)} ${messages.at(siteTime(moving.start, timeZone))}`)}
        </Text>
      )}
      <ChoiceColumns
        choice={choice}
        timeZone={timeZone}
        isOwn={patientKey === undefined}
        onChange={() => confirmation.setProblem('')}
      />
      <Foot timeZone={timeZone} moving={moving} onBack={onBack} chosen={chosen} confirmation={confirmation} />
    </Paper>
  )
}
