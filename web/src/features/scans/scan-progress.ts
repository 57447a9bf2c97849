import { type MyScan, refusalGrounds } from '@fornix/contract'
import { translated } from '../../platform/language/t.ts'
import { formatMediumDay } from '../../ui/display/dates.ts'
import { dayInWords } from '../../ui/display/days.ts'
import { messages } from './messages.ts'

const { steps: names, next } = messages.course

/** `current` is the present step, `stopped` the one where it ended. */
export type Step = { name: string; day: string; state: 'done' | 'current' | 'ahead' | 'stopped' }
/** A scan's steps from booking to end, the response deadline or why it ended, and who does what next. */
export type Course = {
  steps: Step[]
  notes: string[]
  reason: string
  who: keyof typeof messages.course.who
  next: string
}

const step =
  (state: Step['state']) =>
  (name: string, day = ''): Step => ({ name, day, state })
const [done, current, ahead, stopped] = [step('done'), step('current'), step('ahead'), step('stopped')] as const

/** Before the first scan: what will come. */
export const courseOfVisit = (day: string): Course => ({
  steps: [
    current(names.booked, day),
    ahead(names.scanned),
    ahead(names.ready),
    ahead(names.requested),
    ahead(names.open),
  ],
  notes: [],
  reason: '',
  who: 'you',
  next: next.booked(day),
})

/** When a pending request will be decided, and on which ground one was declined. */
const notesOf = ({ request_status, answer_by, is_late, is_extended, asked_by_other, ground }: MyScan) => {
  const texts = messages.course
  const isClosed = request_status === 'declined' || request_status === 'revoked'
  if (isClosed && asked_by_other) return [texts.askClinic]
  if (request_status === 'declined') return ground ? [translated(refusalGrounds[ground].text)] : []
  const day = dayInWords(answer_by ?? '')
  if (request_status !== 'pending' || !day) return []
  if (is_late) return [...(is_extended ? [texts.moreTime] : []), texts.late(day)]
  // The next step says by when, unless it was put off.
  return is_extended ? [texts.moreTime, texts.answerBy(day)] : []
}

export const courseOf = (scan: MyScan, wasBooked: boolean): Course => {
  const requested = formatMediumDay(scan.requested_at ?? '')
  const requestStep = requested ? [done(names.requested, requested)] : []
  const decided = formatMediumDay(scan.decided_at ?? '')
  const until = dayInWords(scan.access_until ?? '')
  const course = (who: Course['who'], sentence: string, ...steps: Step[]): Course => ({
    steps: [...(wasBooked ? [done(names.booked)] : []), done(names.scanned, dayInWords(scan.study_date)), ...steps],
    notes: scan.view_access ? [] : notesOf(scan),
    reason: scan.view_access ? '' : scan.request_status === 'pending' ? scan.extension_reason : scan.reason,
    who,
    next: sentence,
  })

  if (scan.view_access && !scan.seriesId)
    return course(
      'clinic',
      next.storingOpen,
      ...requestStep,
      current(names.storing),
      until ? ahead(names.until, until) : ahead(names.open),
    )
  const images = scan.has_images ? done(names.ready, formatMediumDay(scan.timestamp)) : ahead(names.storing)
  if (scan.view_access && !scan.access_until) return course('you', next.openAlways, images, current(names.open))
  if (scan.view_access) return course('you', next.open(until), images, ...requestStep, current(names.until, until))
  switch (scan.request_status) {
    case 'pending':
      return course(
        scan.is_late ? 'you' : 'clinic',
        scan.is_late ? next.late : scan.is_extended ? next.wait : next.pending(dayInWords(scan.answer_by ?? '')),
        images,
        current(names.requested, requested),
        ahead(names.open),
      )
    case 'declined':
      return course('you', next.again, images, ...requestStep, stopped(names.declined, decided))
    case 'revoked':
      return course(
        'you',
        requested ? next.again : next.request,
        images,
        ...requestStep,
        done(names.opened),
        stopped(names.revoked, decided),
      )
    case 'expired':
      return course('you', next.ended, images, ...requestStep, done(names.opened, decided), stopped(names.ended, until))
  }
  const [who, sentence] = scan.has_images ? (['you', next.request] as const) : (['clinic', next.storing] as const)
  return course(who, sentence, { ...images, state: 'current' }, ahead(names.requested), ahead(names.open))
}
