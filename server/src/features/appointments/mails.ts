import { pageAddresses, siteLongDay, siteTime, zoneAt } from '@fornix/contract'
import type { Mail } from '../../platform/mail/outbox.ts'
import { invitation } from './calendar.ts'
import type { Booking, Site } from './queries.ts'

type About = {
  booking: Booking
  site: Site
  project: string
  patient: string
  name: string
  email: string
  portal: string
  organizer: string
  /** Nothing that the patient answered about MRI safety counts on the day. */
  asksSafety: boolean
}

const paragraphs = (...texts: string[]) => texts.filter((text) => text !== '').join('\n\n')
const days = (start: string, { time_zone }: Site) => `${siteLongDay(start, time_zone)}, ${siteTime(start, time_zone)}`
const whenOf = ({ booking: { start, end }, site }: About) =>
  `${days(start, site)} to ${siteTime(end, site.time_zone)}, ${zoneAt(start, site.time_zone)} (${site.time_zone})`
const questions = ({ site: { contact } }: About) => {
  const ways = [contact.phone, contact.email].filter((way) => way !== '')
  return ways.length > 0 ? `Questions? ${ways.join(' or ')}` : ''
}

const mail = (about: About, key: string, subject: string, ...texts: string[]): Mail => ({
  project: about.project,
  patient: about.patient,
  to: [about.email],
  subject,
  body: paragraphs(`Hello ${about.name},`, ...texts, questions(about)),
  idempotencyKey: `${key}:${about.booking.id}:${about.booking.sequence}`,
})
const withCalendar = (about: About, made: Mail): Mail => ({
  ...made,
  calendar: invitation({ ...about, attendee: { name: about.name, email: about.email } }),
})
const manage = ({ portal }: About) => `Reschedule or cancel it here: ${portal}/patient/appointment`
const arrive = ({ site: { contact }, booking: { room } }: About) =>
  paragraphs(
    [room, contact.address].filter(Boolean).join('\n'),
    'Please arrive 10 to 15 minutes early, so there is time for the questions before your scan.',
  )

const safety = ({ asksSafety, portal }: About) =>
  asksSafety ? `Please answer the MRI safety questions before your visit: ${portal}${pageAddresses.mrSafety}` : ''

export const bookedMail = (about: About) =>
  withCalendar(
    about,
    mail(
      about,
      'appointment',
      `Your appointment on ${days(about.booking.start, about.site)}`,
      `Your appointment at ${about.site.name} is booked:`,
      whenOf(about),
      arrive(about),
      safety(about),
      manage(about),
    ),
  )

export const movedMail = (about: About, before: string) =>
  withCalendar(
    about,
    mail(
      about,
      'appointment',
      `Your appointment has been moved to ${days(about.booking.start, about.site)}`,
      `Your appointment at ${about.site.name} has been moved. The new time is:`,
      whenOf(about),
      `Your old time, ${days(before, about.site)}, is no longer reserved.`,
      arrive(about),
      safety(about),
      manage(about),
    ),
  )

export const roomMail = (about: About) =>
  withCalendar(
    about,
    mail(
      about,
      'appointment',
      `The room of your appointment on ${days(about.booking.start, about.site)} has changed`,
      `Your appointment at ${about.site.name} is in another room now. The time stays the same:`,
      whenOf(about),
      arrive(about),
      safety(about),
      manage(about),
    ),
  )

export const cancelledMail = (about: About) =>
  withCalendar(
    about,
    mail(
      about,
      'appointment',
      `Your appointment on ${days(about.booking.start, about.site)} has been canceled`,
      `Your appointment at ${about.site.name} has been canceled:`,
      whenOf(about),
      `Book another time: ${about.portal}/patient/appointment`,
    ),
  )

export const reminderMail = (about: About) =>
  mail(
    about,
    'reminder',
    `Reminder: your appointment on ${days(about.booking.start, about.site)}`,
    `This is a reminder of your appointment at ${about.site.name}:`,
    whenOf(about),
    arrive(about),
    safety(about),
    manage(about),
  )
/** The reminder of a time that is no longer the appointment's. */
export const reminderKey = ({ id, sequence }: Booking) => `reminder:${id}:${sequence}`
