import { z } from 'zod'
import { Appointment, attentionFields, Day, medicalNeeds, Slot, Visit, VisitStep } from './appointments.ts'
import { byStaff, callsOf } from './call.ts'
import { staff } from './roles.ts'
import { Scanner } from './scanners.ts'
import { ScreeningState } from './screening.ts'

const defineCall = callsOf('appointments')

/** An upcoming half hour, and how many scanners are free in it. */
const FreeSlot = Slot.extend({ free: z.number().int() })
export type FreeSlot = z.output<typeof FreeSlot>

const SheetRow = Appointment.omit({ status: true }).extend({
  scanner_id: z.uuid(),
  scanner: z.string(),
  patient_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  mrn_number: z.string(),
  mobile_number: z.string(),
  dob: z.string().nullable(),
  age: z.number().int().nullable(),
  gender: z.string(),
  /** Another patient of the project who is not deleted has the same name. */
  has_namesake: z.boolean().default(false),
  /** For the time of the visit. */
  screening: z.object({ state: ScreeningState, good_until: z.string().nullable(), alerts: z.array(z.string()) }),
  visit: Visit,
  /** When the newest authorization form valid on the day of the visit was signed, or null. */
  form_signed: z.string().nullable(),
  /** Null if the project withholds medical information from the reader; nothing can be looked at then, either. */
  missing: z.array(z.enum(medicalNeeds)).nullable(),
  attention: z.array(z.object({ field: z.enum(attentionFields), value: z.string() })),
})
export type SheetRow = z.output<typeof SheetRow>

export const getDaySheet = defineCall({
  method: 'GET',
  path: '/operator/day_sheet/',
  summary: 'Open the day sheet',
  userInitiated: false,
  allow: staff,
  leavesOut: 'see_medical',
  limit: 'session',
  audit: 'day_sheet.read',
  query: z.object({ date: Day.optional() }),
  response: z.object({
    date: z.string(),
    today: z.string(),
    time_zone: z.string(),
    closed: z.boolean(),
    closed_note: z.string(),
    /** The next day with appointments. */
    next: z.string().nullable(),
    scanners: z.array(Scanner),
    slots: z.array(FreeSlot),
    appointments: z.array(SheetRow),
  }),
})

const WeekVisit = SheetRow.pick({
  id: true,
  start: true,
  end: true,
  scanner_id: true,
  scanner: true,
  patient_id: true,
  first_name: true,
  last_name: true,
  dob: true,
  age: true,
  mrn_number: true,
  gender: true,
  has_namesake: true,
}).extend({ screening: SheetRow.shape.screening.omit({ alerts: true }), status: VisitStep })
export type WeekVisit = z.output<typeof WeekVisit>
const WeekDay = z.object({ date: z.string(), has_hours: z.boolean(), closed: z.boolean(), closed_note: z.string() })

export const getWeekSheet = defineCall({
  method: 'GET',
  path: '/operator/week_sheet/',
  summary: 'Open the schedule of a week',
  userInitiated: false,
  ...byStaff,
  audit: 'week_sheet.read',
  query: z.object({ week: Day.optional() }),
  response: z.object({
    /** The week's Sunday, whichever of its days was requested. */
    week: z.string(),
    today: z.string(),
    time_zone: z.string(),
    scanners: z.array(Scanner),
    days: z.array(WeekDay),
    slots: z.array(FreeSlot),
    appointments: z.array(WeekVisit),
  }),
})
export type WeekSheet = z.output<typeof getWeekSheet.response>
