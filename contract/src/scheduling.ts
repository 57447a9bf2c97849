import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { line } from './fields.ts'
import { slotMinutes } from './limits.ts'
import { ManagedScanner } from './scanners.ts'
import { isTimeZone } from './site-time.ts'

const defineCall = callsOf('appointments')

/** ISO 8601: 1 is Monday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const onGrid = (time: string) => minutesOf(time) % slotMinutes === 0

const clock = z
  .string('Please choose a time')
  .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Please choose a time')
  .refine(onGrid, 'Times must be on the hour or half hour')
const OpeningHours = z
  .object({ weekday: z.number().int().min(1).max(7), from: clock, to: clock })
  .refine(({ from, to }) => from < to, { error: 'The end must be after the beginning', path: ['to'] })
export type OpeningHours = z.output<typeof OpeningHours>

const overlapping = (hours: OpeningHours[]) =>
  hours.findIndex((one, n) =>
    hours.some((other, m) => m < n && one.weekday === other.weekday && one.from < other.to && other.from < one.to),
  )

export const Scheduling = z.object({
  time_zone: z.string().refine(isTimeZone, 'Please choose a time zone from the list'),
  hours: z
    .array(OpeningHours)
    .max(50)
    .superRefine((hours, context) => {
      const twice = overlapping(hours)
      if (twice >= 0)
        context.addIssue({
          code: 'custom',
          message: 'These hours overlap with others of that day',
          path: [twice, 'from'],
        })
    }),
  closed_days: z
    .array(z.object({ date: z.iso.date('Please choose a day'), note: line(100) }))
    .max(400)
    .superRefine((days, context) => {
      const twice = days.findIndex(({ date }, n) => days.findIndex((other) => other.date === date) < n)
      if (twice >= 0)
        context.addIssue({ code: 'custom', message: 'This day is already on the list', path: [twice, 'date'] })
    }),
})
const Saved = Scheduling.extend({
  version: z.number().int(),
  scanners: z.array(ManagedScanner),
})

export const getScheduling = defineCall({
  method: 'GET',
  path: '/admin/scheduling/',
  summary: 'Opening hours, closed days and time zone of the project',
  ...byAdmins,
  audit: { none: 'holds nothing of a person' },
  response: Saved,
})
export const saveScheduling = defineCall({
  method: 'POST',
  path: '/admin/scheduling/',
  summary: 'Change opening hours, closed days and time zone; what is booked already stays',
  ...byAdmins,
  idempotent: true,
  audit: 'scheduling.change',
  body: Scheduling.extend({ version: z.number().int() }),
  // The starts of appointments outside the new hours, one for each: somebody should look at them.
  response: Saved.extend({ outside: z.array(z.string()) }),
})
