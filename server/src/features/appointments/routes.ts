import { Readable } from 'node:stream'
import {
  assignScanner,
  bookAppointment,
  bookMyAppointment,
  cancelAppointment,
  cancelMyAppointment,
  downloadMyAppointment,
  listAppointments,
  listMyAppointments,
  listMySlots,
  listSlots,
  moveAppointment,
  moveMyAppointment,
} from '@fornix/contract'
import { locatePatient } from '../../clinic/records/locate-patient.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import { notFound } from '../../platform/base/errors.ts'
import { type AuditNote, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { assign, book, cancel, move } from './booking.ts'
import { calendarFile } from './calendar.ts'
import { daySheetRoutes } from './day-sheet.ts'
import { appointmentsOf, findBooking, siteOf } from './queries.ts'
import { scannersOf } from './scanner-rows.ts'
import { scannerRoutes } from './scanners.ts'
import { schedulingRoutes } from './scheduling.ts'
import { freeSlots, holdHours } from './slots.ts'
import { visitRoutes } from './visits.ts'
import { weekSheetRoutes } from './week-sheet.ts'

type Named = { db: Db; user: Caller; audit: AuditNote; params?: { key?: string } }

/** The patient of these appointments: the caller, or the one in the path of staff. */
const patientOf = (context: Named) => locatePatient(context, context.user.patient ?? context.params?.key ?? '')

const locateBooking = async (named: Named & { params: { id: string } }) => {
  const record = await patientOf(named)
  const booking = await findBooking(named.db, record.patient, named.params.id)
  if (!booking) throw notFound()
  named.audit.object = booking.id
  return { record, booking }
}

/** Locks the opening hours and rooms first, so that the visit is read as it will be after a change in progress. */
const lockHoursAndLocateBooking = async (named: Parameters<typeof locateBooking>[0]) => {
  await holdHours(named.db)
  return locateBooking(named)
}

export const appointmentRoutes = (platform: Platform): Route[] => {
  const slotsRoute = (call: typeof listSlots | typeof listMySlots) =>
    onRecord(call, patientOf, async ({ db, user, located, query, commitWithNext }) => {
      commitWithNext()
      const [slots, { time_zone }] = await Promise.all([
        freeSlots(db, located.patient, query),
        siteOf(db, user.project),
      ])
      return { slots, time_zone }
    })
  const listRoute = (call: typeof listAppointments | typeof listMyAppointments) =>
    onRecord(call, patientOf, async ({ db, user, located, commitWithNext }) => {
      commitWithNext()
      const [appointments, { time_zone }] = await Promise.all([
        appointmentsOf(db, located.patient),
        siteOf(db, user.project),
      ])
      return { appointments, time_zone }
    })
  const bookRoute = (call: typeof bookAppointment | typeof bookMyAppointment) =>
    onRecord(call, patientOf, async ({ located: record, body, audit, ...context }) => {
      const appointment = await book(platform, { ...context, record }, body)
      audit.object = appointment.id
      return { appointment }
    })
  const moveRoute = (call: typeof moveAppointment | typeof moveMyAppointment) =>
    onRecord(call, lockHoursAndLocateBooking, async ({ located: { record, booking }, body, ...context }) => ({
      appointment: await move(platform, { ...context, record }, booking, body),
    }))
  const cancelRoute = (call: typeof cancelAppointment | typeof cancelMyAppointment) =>
    onRecord(call, locateBooking, async ({ located: { record, booking }, body, ...context }) => ({
      appointment: await cancel(platform, { ...context, record }, booking, body.start),
    }))

  const assignRoute = onRecord(
    assignScanner,
    lockHoursAndLocateBooking,
    async ({ located: { record, booking }, body: { scanner, from }, db, ...context }) => {
      const target = (await scannersOf(db)).find(({ id }) => id === scanner)
      if (!target) throw notFound()
      return { appointment: await assign(platform, { ...context, db, record }, booking, target, from) }
    },
  )

  const downloadRoute = onRecord(downloadMyAppointment, locateBooking, async ({ db, user, located: { booking } }) => {
    if (booking.status === 'cancelled') throw notFound()
    const site = await siteOf(db, user.project)
    const words = await wordsFor(db, user)
    const text = Buffer.from(calendarFile({ booking, site, portal: platform.config.publicUrl, words }))
    return { stream: Readable.from([text]), fileName: 'appointment.ics', mediaType: 'text/calendar', size: text.length }
  })

  return [
    slotsRoute(listMySlots),
    slotsRoute(listSlots),
    listRoute(listMyAppointments),
    listRoute(listAppointments),
    bookRoute(bookMyAppointment),
    bookRoute(bookAppointment),
    moveRoute(moveMyAppointment),
    moveRoute(moveAppointment),
    cancelRoute(cancelMyAppointment),
    cancelRoute(cancelAppointment),
    assignRoute,
    downloadRoute,
    ...daySheetRoutes,
    ...weekSheetRoutes,
    ...visitRoutes,
    ...schedulingRoutes,
    ...scannerRoutes(platform),
  ]
}
