import { pageAddresses, siteLongDay, siteTime, zoneAt } from '@fornix/contract'
import type { Words } from '../../platform/language/words.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { invitation } from './calendar.ts'
import { type Booking, type Site, seriesOf } from './queries.ts'

export type About = {
  booking: Booking
  /** The patient can book another time. */
  canBook: boolean
  site: Site
  project: string
  patient: string
  name: string
  email: string
  portal: string
  organizer: string
  /** The patient has no answers about MRI safety that are valid on the day. */
  asksSafety: boolean
  /** What the last mail said, if it was never sent. */
  unsent: { mentions: string[]; isFirst: boolean }
  /** When the patient's other visits start. */
  others: string[]
  words: Words
}

const paragraphs = (...texts: string[]) => texts.filter((text) => text !== '').join('\n\n')
const momentIn = ({ site: { time_zone }, words: { locale } }: About, at: string) =>
  `${siteLongDay(at, time_zone, locale)}, ${siteTime(at, time_zone, locale)}`
const whenOf = (about: About) => {
  const {
    booking,
    site,
    words: { t, locale },
  } = about
  return t('{start} to {end}, {zone}', {
    start: momentIn(about, booking.start),
    end: siteTime(booking.end, site.time_zone, locale),
    zone: zoneAt(booking.start, site.time_zone, locale),
  })
}
const hello = ({ name, words: { t } }: About) => t('Hello {name},', { name })
const questions = ({ site: { contact }, words: { t } }: About) => {
  const { phone, email } = contact
  if (phone && email) return t('Questions? {phone} or {email}', { phone, email })
  return phone || email ? t('Questions? {way}', { way: phone || email }) : ''
}

type Kind = 'appointment' | 'reminder'
const keyOf = (kind: Kind, { id, sequence }: Pick<Booking, 'id' | 'sequence'>) => `${kind}:${id}:${sequence}`
export const firstKeyOf = ({ id }: Pick<Booking, 'id'>) => keyOf('appointment', { id, sequence: 0 })
/** A text may be about another time than the visit's. */
type Text = string | { time: string; text: string }
const mail = (about: About, kind: Kind, subject: string, ...texts: Text[]): Mail => ({
  project: about.project,
  patient: about.patient,
  to: [about.email],
  subject,
  body: paragraphs(
    hello(about),
    ...texts.map((text) => (typeof text === 'string' ? text : text.text)),
    questions(about),
  ),
  idempotencyKey: keyOf(kind, about.booking),
  series: seriesOf(about.booking),
  mentions: [about.booking.start, ...texts.flatMap((text) => (typeof text === 'string' ? [] : [text.time]))],
})
const withCalendar = (about: About, made: Mail): Mail => ({
  ...made,
  calendar: invitation({ ...about, attendee: { name: about.name, email: about.email } }),
})
const manage = ({ portal, words: { t } }: About) =>
  t('Reschedule or cancel it here: {link}', { link: `${portal}/patient/appointment` })
const arrive = ({ site: { contact }, booking: { room }, words: { t } }: About) =>
  paragraphs(
    [room, contact.address].filter(Boolean).join('\n'),
    t('Please arrive 10 to 15 minutes early, so there is time for the questions before your scan.'),
  )

const safety = ({ asksSafety, portal, words: { t } }: About) =>
  asksSafety
    ? t('Please answer the MRI safety questions before your visit: {link}', {
        link: `${portal}${pageAddresses.mrSafety}`,
      })
    : ''
/** The values for the sentences of these mails. */
const valuesOf = (about: About) => ({ when: momentIn(about, about.booking.start), site: about.site.name })

/** What matters on the day itself. */
const beforehand = (about: About) => [arrive(about), safety(about), manage(about)]

export const bookedMail = (about: About) => {
  const { t } = about.words
  const { when, site } = valuesOf(about)
  const subject = t('Your appointment on {when}', { when })
  const first = t('Your appointment at {site} is booked:', { site })
  return withCalendar(about, mail(about, 'appointment', subject, first, whenOf(about), ...beforehand(about)))
}

/** The times at which the patient may still expect the visit. */
const oldTimes = ({ booking, unsent }: About, ...before: string[]) =>
  [...new Set([...unsent.mentions, ...before])].filter((start) => start !== booking.start).toSorted()
const withOldTimes = (about: About, ...before: string[]): Text[] => {
  const { t } = about.words
  const textOf = (time: string) =>
    t('Your old time, {before}, is no longer reserved.', { before: momentIn(about, time) })
  return oldTimes(about, ...before).map((time) => ({ time, text: about.others.includes(time) ? '' : textOf(time) }))
}

export const movedMail = (about: About, ...before: string[]) => {
  const { t } = about.words
  const { when, site } = valuesOf(about)
  const subject = t('Your appointment has been rescheduled to {when}', { when })
  const first = t('Your appointment at {site} has been rescheduled. The new time is:', { site })
  const texts = [first, whenOf(about), ...withOldTimes(about, ...before), ...beforehand(about)]
  return withCalendar(about, mail(about, 'appointment', subject, ...texts))
}

/** Who was never told of the visit, or of its time, is told of both. */
export const roomMail = (about: About) => {
  if (oldTimes(about).length > 0) return movedMail(about)
  if (about.unsent.isFirst) return bookedMail(about)
  const { t } = about.words
  const { when, site } = valuesOf(about)
  const subject = t('The room of your appointment on {when} has changed', { when })
  const first = t('Your appointment at {site} is in another room now. The time stays the same:', { site })
  return withCalendar(about, mail(about, 'appointment', subject, first, whenOf(about), ...beforehand(about)))
}

export const cancelledMail = (about: About) => {
  const { t } = about.words
  const { when, site } = valuesOf(about)
  const subject = t('Your appointment on {when} has been canceled', { when })
  const first = t('Your appointment at {site} has been canceled:', { site })
  const another = about.canBook ? t('Book another time: {link}', { link: `${about.portal}/patient/appointment` }) : ''
  const other = about.others.includes(about.booking.start)
    ? t('Your other appointment at this time is still booked.')
    : ''
  const texts = [first, whenOf(about), other, ...withOldTimes(about), another]
  return withCalendar(about, mail(about, 'appointment', subject, ...texts))
}

/** In place of one that waits and mentions a time that another visit got or left. */
export const rewrittenMail = (about: About, { id, sequence }: Pick<Booking, 'id' | 'sequence'>): Mail => {
  const rewritten = about.booking.status === 'cancelled' ? cancelledMail(about) : movedMail(about)
  return { ...rewritten, idempotencyKey: `${rewritten.idempotencyKey} beside ${id}:${sequence}` }
}

export const reminderMail = (about: About) => {
  const { t } = about.words
  const { when, site } = valuesOf(about)
  const subject = t('Reminder: your appointment on {when}', { when })
  const first = t('This is a reminder of your appointment at {site}:', { site })
  return mail(about, 'reminder', subject, first, whenOf(about), ...beforehand(about))
}
/**
 * Of what the version before this one queued, in no series: what a change makes false. The next mail does not know what else it said, so
 * one about an earlier change stays.
 */
export const outdatedMailKeys = (before: Booking) => [
  keyOf('reminder', before),
  ...(before.sequence === 0 ? [keyOf('appointment', before)] : []),
]
