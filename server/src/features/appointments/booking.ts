import { maxUpcomingAppointments } from '@fornix/contract'
import type { FoundPatient } from '../../clinic/records/patient-record.ts'
import { badRequest, conflict } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { parseSender } from '../../platform/mail/address.ts'
import { withdrawMail } from '../../platform/mail/outbox.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { bookedMail, cancelledMail, movedMail, reminderKey } from './mails.ts'
import { addBooking, type Booking, cancelBooking, countUpcoming, lockPatient, moveBooking, siteOf } from './queries.ts'
import { checkStart, freeSlots, type StartValidity } from './slots.ts'

type BookingContext = { db: Db; user: Caller; whose: FoundPatient }

const slotTakenError = async (db: Db, patient: string, { from, to }: StartValidity) =>
  conflict('This time was just taken. Please choose another one.', 'slot_taken', {
    slots: await freeSlots(db, patient, { from, to }),
  })

/** Throws what speaks against a wanted start; whether it is still free shows when it is claimed. */
const validateStart = async (db: Db, patient: string, start: string) => {
  const judged = await checkStart(db, patient, start)
  if (judged.past) throw badRequest('This time has passed. Please choose another one.', 'past')
  if (judged.closed) throw badRequest('We are closed on this day. Please choose another one.', 'closed')
  if (!judged.offered)
    throw badRequest('This is outside our opening hours. Please choose another time.', 'outside_hours')
  if (judged.own) throw conflict('You already have an appointment at this time.', 'own_overlap')
  return judged
}

const changeable = (booking: Booking) => {
  if (booking.past) throw conflict('This appointment has passed and can no longer be changed.', 'past')
}

/** What can be done with appointments; each change mails the patient in the same transaction. */
export const bookings = ({ config, mail }: Pick<Platform, 'config' | 'mail'>) => {
  const about = async ({ db, user, whose }: BookingContext, booking: Booking) => ({
    booking,
    site: await siteOf(db, user.project),
    project: user.project,
    patient: whose.patient,
    name: whose.name,
    email: whose.email,
    portal: config.publicUrl,
    organizer: parseSender(config.MAIL_FROM).address,
  })

  return {
    book: async (context: BookingContext, start: string) => {
      const { db, user, whose } = context
      await lockPatient(db, whose.patient)
      const judged = await validateStart(db, whose.patient, start)
      if (user.patient && (await countUpcoming(db, whose.patient)) >= maxUpcomingAppointments)
        throw conflict(
          `You can have at most ${maxUpcomingAppointments} appointments ahead. Please cancel one first.`,
          'too_many_appointments',
        )
      const booking = await addBooking(db, { patient: whose.patient, by: user.person }, start)
      if (!booking) throw await slotTakenError(db, whose.patient, judged)
      await mail.queue(db, bookedMail(await about(context, booking)))
      return booking
    },

    move: async (context: BookingContext, before: Booking, start: string) => {
      const { db, whose } = context
      changeable(before)
      if (before.status === 'cancelled') throw conflict('This appointment has been cancelled.', 'cancelled')
      // Where it is already: a double click.
      if (before.start === start) return before
      await lockPatient(db, whose.patient)
      const judged = await validateStart(db, whose.patient, start)
      const booking = await moveBooking(db, before.id, start)
      if (!booking) throw await slotTakenError(db, whose.patient, judged)
      await withdrawMail(db, reminderKey(before), 'The appointment was moved.')
      await mail.queue(db, movedMail(await about(context, booking), before.start))
      return booking
    },

    cancel: async (context: BookingContext, before: Booking) => {
      if (before.status === 'cancelled') return before
      changeable(before)
      const booking = await cancelBooking(context.db, before.id)
      await withdrawMail(context.db, reminderKey(before), 'The appointment was cancelled.')
      await mail.queue(context.db, cancelledMail(await about(context, booking)))
      return booking
    },
  }
}
