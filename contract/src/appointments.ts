import { z } from 'zod'
import { byPatient, callsOf, ownAndStaffOf } from './call.ts'
import { longText } from './fields.ts'
import { maxSlotDays } from './limits.ts'
import { staff } from './roles.ts'
import { ScreeningState } from './screening.ts'
import { dayMs } from './site-time.ts'

const defineCall = callsOf('appointments')

export const Slot = z.object({ start: z.string(), end: z.string() })
export type Slot = z.output<typeof Slot>
/** `room` is where the patient should go, or empty. */
export const Appointment = Slot.extend({
  id: z.uuid(),
  status: z.enum(['booked', 'cancelled']),
  room: z.string().default(''),
})
export type Appointment = z.output<typeof Appointment>

export const visitStatuses = ['expected', 'arrived', 'started', 'done', 'no_show'] as const
export type VisitStatus = (typeof visitStatuses)[number]
export const VisitStep = z.enum(visitStatuses)
/** As staff see it in a record. */
export const RecordAppointment = Appointment.extend({ visit: VisitStep.default('expected') })
export type RecordAppointment = z.output<typeof RecordAppointment>

export const Day = z.iso.date('Please give a day as YYYY-MM-DD')
const range = z
  .object({ from: Day, to: Day })
  .refine(({ from, to }) => from <= to, { error: 'The last day must not be before the first', path: ['to'] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < maxSlotDays, {
    error: `At most ${maxSlotDays} days at once, please`,
    path: ['to'],
  })
const time = z.iso
  .datetime({ offset: true, error: 'Please choose a time' })
  .transform((at) => new Date(at).toISOString())
const start = z.object({ start: time })
const one = z.object({ appointment: Appointment })
const byKey = z.object({ key: z.string() })
const byId = z.object({ id: z.uuid() })
const byBoth = byKey.extend({ id: z.uuid() })

const twins = ownAndStaffOf('appointments')
export const [listMySlots, listSlots] = twins(
  {
    method: 'GET',
    care: 'visits',
    limit: 'session',
    audit: { none: 'free times say nothing about anybody' },
    query: range,
    response: z.object({ slots: z.array(Slot), time_zone: z.string() }),
  },
  { path: '/patient/appointment_slots/', summary: 'Look up available times' },
  { path: '/operator/appointment_slots/:key/', summary: 'Look up available times for a patient', params: byKey },
)
export const [listMyAppointments, listAppointments] = twins(
  {
    method: 'GET',
    care: 'visits',
    limit: 'session',
    audit: 'appointment.list',
    response: z.object({ appointments: z.array(Appointment), time_zone: z.string() }),
  },
  { path: '/patient/appointments/', summary: 'List one’s own appointments' },
  {
    path: '/operator/appointments/:key/',
    summary: 'List the appointments of a patient',
    params: byKey,
    response: z.object({ appointments: z.array(RecordAppointment), time_zone: z.string() }),
  },
)

const booking = { method: 'POST', care: 'visits', limit: 'booking', idempotent: true, response: one } as const
export const [bookMyAppointment, bookAppointment] = twins(
  { ...booking, audit: 'appointment.book', body: start },
  { path: '/patient/appointments/', summary: 'Book one’s own appointment' },
  {
    path: '/operator/appointments/:key/',
    summary: 'Book an appointment for a patient',
    params: byKey,
    body: start.extend({
      /** Refuses the booking if the patient already has an upcoming visit, so that staff can be asked first. */
      unless_upcoming: z.boolean().default(false),
    }),
  },
)
export const [moveMyAppointment, moveAppointment] = twins(
  // `from` is the time that the sender saw: a visit that has been moved meanwhile stays where it is.
  { ...booking, audit: 'appointment.reschedule', body: start.extend({ from: time.optional() }) },
  {
    path: '/patient/appointments/:id/reschedule/',
    summary: 'Reschedule one’s own appointment',
    params: byId,
  },
  {
    path: '/operator/appointments/:key/:id/reschedule/',
    summary: 'Reschedule an appointment of a patient',
    params: byBoth,
  },
)
export const [cancelMyAppointment, cancelAppointment] = twins(
  // With the time that the sender saw: a visit that has been moved meanwhile is not canceled.
  { ...booking, audit: 'appointment.cancel', body: start.partial().default({}) },
  { path: '/patient/appointments/:id/cancel/', summary: 'Cancel one’s own appointment', params: byId },
  { path: '/operator/appointments/:key/:id/cancel/', summary: 'Cancel an appointment of a patient', params: byBoth },
)

export const downloadMyAppointment = defineCall({
  method: 'GET',
  path: '/patient/appointments/:id/calendar/',
  summary: 'Download an appointment for a calendar',
  ...byPatient,
  care: 'visits',
  audit: 'appointment.calendar',
  params: byId,
  response: 'file',
})

export const assignScanner = defineCall({
  method: 'POST',
  path: '/operator/appointments/:key/:id/scanner/',
  summary: 'Move a visit to another scanner that is free at its time',
  allow: staff,
  idempotent: true,
  limit: 'booking',
  audit: 'appointment.scanner',
  params: byBoth,
  body: z.object({
    scanner: z.uuid('Please choose a scanner'),
    /** Where and when the visit was as the sender saw it; without this, the later of two colleagues wins. */
    from: start.extend({ scanner: z.uuid() }).optional(),
  }),
  response: one,
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

/** The possible next steps, and the step to go back to. */
export const visitSteps: Record<VisitStatus, { next: readonly VisitStatus[]; back: VisitStatus | null }> = {
  expected: { next: ['arrived', 'no_show'], back: null },
  arrived: { next: ['started'], back: 'expected' },
  started: { next: ['done'], back: 'arrived' },
  done: { next: [], back: 'started' },
  no_show: { next: [], back: 'expected' },
}
export const Visit = z.object({
  status: VisitStep,
  arrived_at: z.string().nullable(),
  started_at: z.string().nullable(),
  done_at: z.string().nullable(),
  no_show_at: z.string().nullable(),
  /** Why it began without a clearance, and who began it; empty if it was cleared. */
  start_reason: z.string(),
  started_by: z.string(),
})
export type Visit = z.output<typeof Visit>
/** Nothing has been noted yet. */
export const expectedVisit: Visit = {
  status: 'expected',
  arrived_at: null,
  started_at: null,
  done_at: null,
  no_show_at: null,
  start_reason: '',
  started_by: '',
}

export const moveVisit = defineCall({
  method: 'POST',
  path: '/operator/appointments/:key/:id/visit/',
  summary: 'Change the course of a visit',
  allow: staff,
  leavesOut: 'see_medical',
  idempotent: true,
  limit: 'session',
  audit: 'visit.change',
  params: byBoth,
  body: z.object({
    from: VisitStep,
    to: VisitStep,
    reason: longText(500).default(''),
    /** The safety state that the reason is about, as the sender saw it; without this, a reason counts for any. */
    screening: ScreeningState.optional(),
  }),
  response: z.object({ visit: Visit }),
})
