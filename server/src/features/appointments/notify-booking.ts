import { asksPatient, dayMs, screeningDays } from '@fornix/contract'
import { notifyPatient } from '../../clinic/records/notify-patient.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import type { FoundPatient } from '../../clinic/records/patient-record.ts'
import { screeningOf } from '../../clinic/records/screening-state.ts'
import type { Db } from '../../platform/database/db.ts'
import { parseSender } from '../../platform/mail/address.ts'
import { type Mail, unsentMentions, withdrawMails } from '../../platform/mail/outbox.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { type About, firstKeyOf, outdatedMailKeys, rewrittenMail, roomMail } from './mails.ts'
import { type Booking, noteNotified, otherStarts, othersMentioning, seriesOf, siteOf } from './queries.ts'

export type BookingNeeds = Pick<Platform, 'config' | 'mail'>
export type BookingContext = {
  db: Db
  user: Caller
  record: FoundPatient
  /** The record ends: its patient cannot book again. */
  isEnding?: boolean
}

/** The patient does it, not the clinic or a caregiver. */
export const isOwn = (user: Caller) => Boolean(user.patient) && !user.caregiver

/** Answers given now would expire before a visit further ahead: its reminder asks for them. */
const asksSafety = async (db: Db, patient: string, { start }: Booking) =>
  Date.parse(start) - Date.now() <= screeningDays * dayMs && asksPatient((await screeningOf(db, patient, start)).state)

const about = async ({ config }: BookingNeeds, { db, user, record, isEnding }: BookingContext, booking: Booking) => ({
  booking,
  canBook: !isEnding,
  site: await siteOf(db, user.project),
  project: user.project,
  patient: record.patient,
  name: record.name,
  email: record.email,
  portal: config.publicUrl,
  organizer: parseSender(config.MAIL_FROM).address,
  asksSafety: await asksSafety(db, record.patient, booking),
  unsent: await unsentMentions(db, {
    project: user.project,
    series: seriesOf(booking),
    firstKey: firstKeyOf(booking),
  }),
  others: await otherStarts(db, record.patient, booking.id),
  words: await wordsFor(db, { project: user.project, patient: record.patient }),
})

/** The patient is notified of what the clinic or a caregiver did, however many emails are turned off. */
export const notifyPatientOf = async (
  needs: BookingNeeds,
  context: BookingContext,
  booking: Booking,
  mailOf: (about: About) => Mail,
) => {
  const { db, user } = context
  const facts = await about(needs, context, booking)
  await noteNotified(db, booking.id, isOwn(user))
  if (await notifyPatient(db, facts, isOwn(user) ? 'own_visits' : 'visits')) await needs.mail.queue(db, mailOf(facts))
}

/** After a visit got or left these times: what waits about another one, and was true of them before, is written anew. */
export const rewriteWaiting = async (
  needs: BookingNeeds,
  context: BookingContext,
  booking: Booking,
  ...times: string[]
) => {
  const { db, user, record } = context
  for (const other of await othersMentioning(db, record.patient, booking.id, times)) {
    await withdrawMails(db, {
      project: user.project,
      series: seriesOf(other),
      reason: 'Another appointment at a time that it mentions has changed.',
    })
    await needs.mail.queue(db, rewrittenMail(await about(needs, context, other), booking))
  }
}

/** Before the patient is notified of a change: what still waits to be sent is about the visit as it was. */
export const withdrawOutdated = ({ db, user }: BookingContext, before: Booking, reason: string) =>
  withdrawMails(db, {
    project: user.project,
    series: seriesOf(before),
    idempotencyKeys: outdatedMailKeys(before),
    reason,
  })

export const notifyOfRoom = async (needs: BookingNeeds, context: BookingContext, booking: Booking) => {
  const before = { ...booking, sequence: booking.sequence - 1 }
  await withdrawOutdated(context, before, 'The room of the appointment changed.')
  await notifyPatientOf(needs, context, booking, roomMail)
}
