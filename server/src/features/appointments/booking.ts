import {
  asksPatient,
  dayMs,
  maxUpcomingAppointments,
  type Scanner,
  screeningDays,
  siteDate,
  siteDay,
  siteTime,
} from '@fornix/contract'
import { lockPatient } from '../../clinic/records/lock-patient.ts'
import { notifyPatient } from '../../clinic/records/notify-patient.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import { type FoundPatient, findPatient } from '../../clinic/records/patient-record.ts'
import { screeningOf } from '../../clinic/records/screening-state.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { badRequest, conflict, staleError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { parseSender } from '../../platform/mail/address.ts'
import { type Mail, withdrawMails } from '../../platform/mail/outbox.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { type About, bookedMail, cancelledMail, mailKeysOf, movedMail, roomMail } from './mails.ts'
import {
  addBooking,
  type Booking,
  cancelBooking,
  countUpcoming,
  moveBooking,
  moveToScanner,
  nextUpcoming,
  noteNotified,
  renewUpcoming,
  siteOf,
  upcomingOf,
} from './queries.ts'
import { checkStart, freeSlots, holdHours, type StartValidity } from './slots.ts'
import { visitsOf } from './visits.ts'

type Wanted = { start: string; unless_upcoming?: boolean }
type Place = { start: string; scanner: string }
type BookingContext = { db: Db; user: Caller; record: FoundPatient }

/** The patient does it, not the clinic or a caregiver. */
const isOwn = (user: Caller) => Boolean(user.patient) && !user.caregiver

const slotTakenError = async (db: Db, patient: string, { from, to }: StartValidity) =>
  conflict('This time was just taken. Please choose another one.', 'slot_taken', {
    slots: await freeSlots(db, patient, { from, to }),
  })

/** Two visits may be intended: the user is asked, and may book anyway. */
const checkNoneAhead = async ({ db, user, record }: BookingContext) => {
  const visit = await nextUpcoming(db, record.patient)
  if (!visit) return
  const { time_zone } = await siteOf(db, user.project)
  const when = `${siteDate(visit.starts_at, time_zone)} at ${siteTime(visit.starts_at, time_zone)}`
  throw conflict(`${record.name} already has a visit on ${when}.`, 'has_visit')
}

/** Throws the objections to a wanted start; whether it is still free is known when it is claimed. */
const validateStart = async ({ db, user, record }: BookingContext, start: string) => {
  await holdHours(db)
  const checked = await checkStart(db, record.patient, start)
  if (checked.past) throw badRequest('This time has passed. Please choose another one.', 'past')
  if (checked.closed) throw badRequest('We are closed on this day. Please choose another one.', 'closed')
  if (!checked.offered)
    throw badRequest('This is outside our opening hours. Please choose another time.', 'outside_hours')
  if (checked.own)
    throw conflict(
      isOwn(user)
        ? 'You already have an appointment at this time.'
        : `${record.name} already has an appointment at this time.`,
      'own_overlap',
    )
  return checked
}

const checkChangeable = async (db: Db, booking: Booking) => {
  if (booking.past) throw conflict('This appointment has passed and can no longer be changed.', 'past')
  const { status } = (await visitsOf(db, [booking.id]))(booking.id)
  // A scan is never undone by moving or canceling.
  if (status === 'started' || status === 'done')
    throw conflict('This visit has started and can no longer be changed.', 'started')
}

/** A visit today may already be late; one that began stays where it is. */
const checkMovable = async (db: Db, { id, start, status }: Booking, timeZone: string) => {
  if (status === 'cancelled') throw conflict('This appointment has been canceled.', 'cancelled')
  if (siteDay(start, timeZone) < siteDay(new Date(), timeZone))
    throw conflict('This appointment has passed and can no longer be changed.', 'past')
  const visit = (await visitsOf(db, [id]))(id)
  if (visit.status !== 'expected' && visit.status !== 'arrived')
    throw conflict('This visit can no longer move to another scanner.', 'started')
}

/** Answers given now would expire before a visit further ahead: its reminder asks for them. */
const asksSafety = async (db: Db, patient: string, { start }: Booking) =>
  Date.parse(start) - Date.now() <= screeningDays * dayMs && asksPatient((await screeningOf(db, patient, start)).state)

/** The changes of appointments; each mails the patient in the same transaction. */
export const bookings = ({ config, mail }: Pick<Platform, 'config' | 'mail'>) => {
  const about = async ({ db, user, record }: BookingContext, booking: Booking) => ({
    booking,
    site: await siteOf(db, user.project),
    project: user.project,
    patient: record.patient,
    name: record.name,
    email: record.email,
    portal: config.publicUrl,
    organizer: parseSender(config.MAIL_FROM).address,
    asksSafety: await asksSafety(db, record.patient, booking),
    words: await wordsFor(db, { project: user.project, patient: record.patient }),
  })

  /** The patient is notified of what the clinic or a caregiver did, however many emails are turned off. */
  const notifyPatientOf = async (context: BookingContext, booking: Booking, mailOf: (about: About) => Mail) => {
    const { db, user } = context
    const facts = await about(context, booking)
    await noteNotified(db, booking.id, isOwn(user))
    if (await notifyPatient(db, facts, isOwn(user) ? 'own_visits' : 'visits')) await mail.queue(db, mailOf(facts))
  }

  /** What still waits of the sequence before names the old room. */
  const notifyOfRoom = async (context: BookingContext, booking: Booking) => {
    const before = { ...booking, sequence: booking.sequence - 1 }
    await withdrawMails(context.db, mailKeysOf(before), 'The room of the appointment changed.')
    await notifyPatientOf(context, booking, roomMail)
  }

  const cancelAndNotify = async (context: BookingContext, before: Booking, mailOf: (about: About) => Mail) => {
    const booking = await cancelBooking(context.db, before.id)
    await withdrawMails(context.db, mailKeysOf(before), 'The appointment was canceled.')
    await notifyPatientOf(context, booking, mailOf)
    return booking
  }

  return {
    book: async (context: BookingContext, { start, unless_upcoming }: Wanted) => {
      const { db, user, record } = context
      await lockPatient(db, record.patient)
      const checked = await validateStart(context, start)
      if (unless_upcoming) await checkNoneAhead(context)
      if (user.patient && (await countUpcoming(db, record.patient)) >= maxUpcomingAppointments)
        throw conflict(
          `You can have at most ${maxUpcomingAppointments} upcoming appointments. Please cancel one first.`,
          'too_many_appointments',
        )
      const booking = await addBooking(db, { patient: record.patient, by: actorOf(user) }, start)
      if (!booking) throw await slotTakenError(db, record.patient, checked)
      await notifyPatientOf(context, booking, bookedMail)
      return booking
    },

    move: async (context: BookingContext, before: Booking, start: string) => {
      const { db, record } = context
      await checkChangeable(db, before)
      if (before.status === 'cancelled') throw conflict('This appointment has been canceled.', 'cancelled')
      // Already there: a double click.
      if (before.start === start) return before
      await lockPatient(db, record.patient)
      const checked = await validateStart(context, start)
      const booking = await moveBooking(db, before.id, start)
      if (!booking) throw await slotTakenError(db, record.patient, checked)
      await withdrawMails(db, mailKeysOf(before), 'The appointment was rescheduled.')
      await notifyPatientOf(context, booking, (about) => movedMail(about, before.start))
      return booking
    },

    /** To a different scanner that is free at the same time: the patient is notified if it is in another room. */
    assign: async (context: BookingContext, before: Booking, scanner: Scanner, from?: Place) => {
      const { db, user } = context
      await checkMovable(db, before, (await siteOf(db, user.project)).time_zone)
      if (before.scanner_id === scanner.id) return before
      if (from && (from.scanner !== before.scanner_id || from.start !== before.start))
        throw staleError('A colleague just changed this visit. Please check it again.')
      const isNews = scanner.room !== before.room
      const booking = await moveToScanner(db, before, scanner.id, isNews)
      if (!booking)
        throw conflict(`${scanner.name} is not free at this time. Please choose another scanner.`, 'scanner_taken')
      if (!isNews || before.past) return booking
      await notifyOfRoom(context, booking)
      return booking
    },

    /** After a scanner's room changed: to its patients this is the same as moving to a scanner in another room. */
    notifyOfNewRoom: async (
      { request, ...context }: Omit<BookingContext, 'record'> & { request: string },
      scanner: string,
    ) => {
      const { db, user } = context
      for (const { patient_id, ...booking } of await renewUpcoming(db, scanner)) {
        const record = await findPatient(db, patient_id)
        if (!record) continue
        await notifyOfRoom({ ...context, record }, booking)
        await writeAudit(db, {
          project: user.project,
          actor: user.person,
          role: user.role,
          action: 'appointment.room',
          patient: patient_id,
          object: booking.id,
          request,
        })
      }
    },

    cancel: async (context: BookingContext, before: Booking) => {
      if (before.status === 'cancelled') return before
      await checkChangeable(context.db, before)
      return cancelAndNotify(context, before, cancelledMail)
    },

    /** All visits ahead of a record that ends, whose patient cannot book again. One that began early is over anyway. */
    cancelUpcoming: async (context: BookingContext) => {
      const ahead = await upcomingOf(context.db, context.record.patient)
      const visitOf = await visitsOf(
        context.db,
        ahead.map(({ id }) => id),
      )
      for (const before of ahead) {
        const { status } = visitOf(before.id)
        if (status !== 'started' && status !== 'done')
          await cancelAndNotify(context, before, (about) => cancelledMail(about, { again: false }))
      }
    },
  }
}

/** For a record that is deleted. */
export const endVisits = (platform: Pick<Platform, 'config' | 'mail'>, context: BookingContext) =>
  bookings(platform).cancelUpcoming(context)
