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
import { freeSlots, type Judged, judgeStart } from './slots.ts'

type CallContext = { db: Db; user: Caller; whose: FoundPatient }

const taken = async (db: Db, patient: string, { from, to }: Judged) =>
  conflict('This time was just taken. Please choose another one.', 'slot_taken', {
    slots: await freeSlots(db, patient, { from, to }),
  })

/** Throws what speaks against a wanted start; whether it is still free shows when it is claimed. */
const judge = async (db: Db, patient: string, start: string) => {
  const judged = await judgeStart(db, patient, start)
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
  const about = async ({ db, user, whose }: CallContext, booking: Booking) => ({
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
    book: async (asked: CallContext, start: string) => {
      const { db, user, whose } = asked
      await lockPatient(db, whose.patient)
      const judged = await judge(db, whose.patient, start)
      if (user.patient && (await countUpcoming(db, whose.patient)) >= maxUpcomingAppointments)
        throw conflict(
          `You can have at most ${maxUpcomingAppointments} appointments ahead. Please cancel one first.`,
          'too_many_appointments',
        )
      const booking = await addBooking(db, { patient: whose.patient, by: user.person }, start)
      if (!booking) throw await taken(db, whose.patient, judged)
      await mail.queue(db, bookedMail(await about(asked, booking)))
      return booking
    },

    move: async (asked: CallContext, before: Booking, start: string) => {
      const { db, whose } = asked
      changeable(before)
      if (before.status === 'cancelled') throw conflict('This appointment has been cancelled.', 'cancelled')
      // Where it is already: a double click.
      if (before.start === start) return before
      await lockPatient(db, whose.patient)
      const judged = await judge(db, whose.patient, start)
      const booking = await moveBooking(db, before.id, start)
      if (!booking) throw await taken(db, whose.patient, judged)
      await withdrawMail(db, reminderKey(before), 'The appointment was moved.')
      await mail.queue(db, movedMail(await about(asked, booking), before.start))
      return booking
    },

    cancel: async (asked: CallContext, before: Booking) => {
      if (before.status === 'cancelled') return before
      changeable(before)
      const booking = await cancelBooking(asked.db, before.id)
      await withdrawMail(asked.db, reminderKey(before), 'The appointment was cancelled.')
      await mail.queue(asked.db, cancelledMail(await about(asked, booking)))
      return booking
    },
  }
}
