import { z } from 'zod'
import { callsOf } from './call.ts'
import { maxSlotDays } from './limits.ts'
import { patient, staff } from './roles.ts'

const defineCall = callsOf('appointments')

const Slot = z.object({ start: z.string(), end: z.string() })
export type Slot = z.output<typeof Slot>
export const Appointment = Slot.extend({ id: z.uuid(), status: z.enum(['booked', 'cancelled']) })
export type Appointment = z.output<typeof Appointment>

const dayMs = 86_400_000
const day = z.iso.date('Please give a day as YYYY-MM-DD')
const range = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { error: 'The last day must not be before the first', path: ['to'] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < maxSlotDays, {
    error: `At most ${maxSlotDays} days at once, please`,
    path: ['to'],
  })
const start = z.object({
  start: z.iso.datetime({ offset: true, error: 'Please choose a time' }).transform((at) => new Date(at).toISOString()),
})
const one = z.object({ appointment: Appointment })
const byKey = z.object({ key: z.string() })
const byId = z.object({ id: z.uuid() })
const byBoth = byKey.extend({ id: z.uuid() })

const slots = {
  method: 'GET',
  limit: 'session',
  audit: { none: 'free times say nothing about anybody' },
  query: range,
  reply: z.object({ slots: z.array(Slot), time_zone: z.string() }),
} as const
const list = {
  method: 'GET',
  limit: 'session',
  audit: 'appointment.list',
  reply: z.object({ appointments: z.array(Appointment), time_zone: z.string() }),
} as const
const book = { method: 'POST', limit: 'booking', audit: 'appointment.book', body: start, reply: one } as const
const move = { method: 'POST', limit: 'booking', audit: 'appointment.reschedule', body: start, reply: one } as const
const cancel = { method: 'POST', limit: 'booking', audit: 'appointment.cancel', reply: one } as const

export const listMySlots = defineCall({
  ...slots,
  path: '/patient/appointment_slots/',
  summary: 'Free half hours, by days of the site',
  allow: patient,
})
export const listMyAppointments = defineCall({
  ...list,
  path: '/patient/appointments/',
  summary: "The patient's own appointments, newest first",
  allow: patient,
})
export const bookMyAppointment = defineCall({
  ...book,
  path: '/patient/appointments/',
  summary: 'Book a half hour',
  allow: patient,
})
export const moveMyAppointment = defineCall({
  ...move,
  path: '/patient/appointments/:id/reschedule/',
  summary: 'Move an own appointment to another time',
  allow: patient,
  params: byId,
})
export const cancelMyAppointment = defineCall({
  ...cancel,
  path: '/patient/appointments/:id/cancel/',
  summary: 'Cancel an own appointment',
  allow: patient,
  params: byId,
})
export const downloadMyAppointment = defineCall({
  method: 'GET',
  path: '/patient/appointments/:id/calendar/',
  summary: 'An own appointment as a calendar file',
  allow: patient,
  limit: 'session',
  audit: 'appointment.calendar',
  params: byId,
  reply: 'file',
})

export const listSlots = defineCall({
  ...slots,
  path: '/operator/appointment_slots/:key/',
  summary: 'Half hours that are free for a patient',
  allow: staff,
  params: byKey,
})
export const listAppointments = defineCall({
  ...list,
  path: '/operator/appointments/:key/',
  summary: 'The appointments of a patient, newest first',
  allow: staff,
  params: byKey,
})
export const bookAppointment = defineCall({
  ...book,
  path: '/operator/appointments/:key/',
  summary: 'Book a half hour for a patient',
  allow: staff,
  params: byKey,
})
export const moveAppointment = defineCall({
  ...move,
  path: '/operator/appointments/:key/:id/reschedule/',
  summary: 'Move an appointment of a patient',
  allow: staff,
  params: byBoth,
})
export const cancelAppointment = defineCall({
  ...cancel,
  path: '/operator/appointments/:key/:id/cancel/',
  summary: 'Cancel an appointment of a patient',
  allow: staff,
  params: byBoth,
})

export const medicalNeeds = [
  'neck_length',
  'head_circumference',
  'pregnant_or_nursing',
  'birth_control_pills',
  'previous_history',
  'age',
  'gender',
] as const
export const attentionFields = [
  'pregnant_or_nursing',
  'previous_history',
  'travel_restrictions',
  'participating_in_research',
] as const
const SheetRow = Appointment.omit({ status: true }).extend({
  scanner: z.string(),
  patient_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  mrn_number: z.string(),
  age: z.number().int().nullable(),
  /** When the newest authorization form was signed, or null. */
  form_signed: z.string().nullable(),
  missing: z.array(z.enum(medicalNeeds)),
  attention: z.array(z.object({ field: z.enum(attentionFields), value: z.string() })),
})
export type SheetRow = z.output<typeof SheetRow>

export const getDaySheet = defineCall({
  method: 'GET',
  path: '/operator/day_sheet/',
  summary: 'The appointments of a day and what is still open before each',
  allow: staff,
  limit: 'session',
  audit: 'day_sheet.read',
  query: z.object({ date: day.optional() }),
  reply: z.object({
    date: z.string(),
    today: z.string(),
    time_zone: z.string(),
    closed: z.boolean(),
    closed_note: z.string(),
    /** The next day with appointments. */
    next: z.string().nullable(),
    appointments: z.array(SheetRow),
  }),
})
