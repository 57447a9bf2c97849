import { maxUpcomingAppointments, type Scanner, siteDate, siteDay, siteTime } from '@fornix/contract'
import { lockPatient } from '../../clinic/records/lock-patient.ts'
import { findPatient } from '../../clinic/records/patient-record.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { badRequest, conflict, staleError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { actorOf } from '../../platform/sessions/session-row.ts'
import { bookedMail, cancelledMail, movedMail } from './mails.ts'
import {
  type BookingContext,
  type BookingNeeds,
  isOwn,
  notifyOfRoom,
  notifyPatientOf,
  rewriteWaiting,
  withdrawOutdated,
} from './notify-booking.ts'
import {
  addBooking,
  type Booking,
  cancelBooking,
  countUpcoming,
  moveBooking,
  moveToScanner,
  nextUpcoming,
  renewUpcoming,
  siteOf,
  upcomingOf,
} from './queries.ts'
import { checkStart, freeSlots, holdHours, type StartValidity } from './slots.ts'
import { visitsOf } from './visits.ts'

type Wanted = { start: string; unless_upcoming?: boolean }
type Place = { start: string; scanner: string }

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

const cancelAndNotify = async (needs: BookingNeeds, context: BookingContext, before: Booking) => {
  const booking = await cancelBooking(context.db, before.id)
  await withdrawOutdated(context, before, 'The appointment was canceled.')
  await notifyPatientOf(needs, context, booking, cancelledMail)
  await rewriteWaiting(needs, context, booking, before.start)
  return booking
}

export const book = async (needs: BookingNeeds, context: BookingContext, { start, unless_upcoming }: Wanted) => {
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
  await notifyPatientOf(needs, context, booking, bookedMail)
  await rewriteWaiting(needs, context, booking, booking.start)
  return booking
}

/** A request may have waited for a network while the visit was moved; `seen` is the time that its sender saw. */
const checkSeen = (before: Booking, seen: string | undefined) => {
  if (seen && seen !== before.start) throw staleError('This appointment now has another time. Please check it again.')
}

export const move = async (
  needs: BookingNeeds,
  context: BookingContext,
  before: Booking,
  { start, from }: { start: string; from?: string | undefined },
) => {
  const { db, record } = context
  await checkChangeable(db, before)
  if (before.status === 'cancelled') throw conflict('This appointment has been canceled.', 'cancelled')
  // Already there: a double click.
  if (before.start === start) return before
  checkSeen(before, from)
  await lockPatient(db, record.patient)
  const checked = await validateStart(context, start)
  const booking = await moveBooking(db, before.id, start)
  if (!booking) throw await slotTakenError(db, record.patient, checked)
  await withdrawOutdated(context, before, 'The appointment was rescheduled.')
  await notifyPatientOf(needs, context, booking, (about) => movedMail(about, before.start))
  await rewriteWaiting(needs, context, booking, before.start, booking.start)
  return booking
}

/** To a different scanner that is free at the same time: the patient is notified if it is in another room. */
export const assign = async (
  needs: BookingNeeds,
  context: BookingContext,
  before: Booking,
  scanner: Scanner,
  from?: Place,
) => {
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
  await notifyOfRoom(needs, context, booking)
  return booking
}

/** After a scanner's room changed: to its patients this is the same as moving to a scanner in another room. */
export const notifyOfNewRoom = async (
  needs: BookingNeeds,
  { request, ...context }: Omit<BookingContext, 'record'> & { request: string },
  scanner: string,
) => {
  const { db, user } = context
  for (const { patient_id, ...booking } of await renewUpcoming(db, scanner)) {
    const record = await findPatient(db, patient_id)
    if (!record) continue
    await notifyOfRoom(needs, { ...context, record }, booking)
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
}

export const cancel = async (needs: BookingNeeds, context: BookingContext, before: Booking, seen?: string) => {
  if (before.status === 'cancelled') return before
  checkSeen(before, seen)
  await checkChangeable(context.db, before)
  await lockPatient(context.db, context.record.patient)
  return cancelAndNotify(needs, context, before)
}

/** All visits ahead of a record that ends. One that began early is over anyway. */
export const endVisits = async (needs: BookingNeeds, context: BookingContext) => {
  const ahead = await upcomingOf(context.db, context.record.patient)
  const visitOf = await visitsOf(
    context.db,
    ahead.map(({ id }) => id),
  )
  for (const before of ahead) {
    const { status } = visitOf(before.id)
    if (status !== 'started' && status !== 'done') await cancelAndNotify(needs, { ...context, isEnding: true }, before)
  }
}
