import { z } from 'zod'
import { byPatient, callsOf } from './call.ts'
import { pageQuery, pageTotals } from './paging.ts'

const defineCall = callsOf('access-log')

export const AccessEntry = z.object({
  /** The last time: repeats of one act by one person within an hour are one entry. */
  at: z.string(),
  times: z.number().int(),
  /** True for the patient's own acts. */
  own: z.boolean(),
  who: z.string(),
  role: z.string(),
  /** A sentence without its subject: "Opened a file". */
  what: z.string(),
  /** Which one: a file's name, or the reason given. */
  item: z.string(),
  /** Date of the opened scan, the eight DICOM digits; else empty. */
  study_date: z.string(),
  /** Done with access that only the emergency opened. */
  in_emergency: z.boolean(),
})
export type AccessEntry = z.output<typeof AccessEntry>

export const getAccessLog = defineCall({
  method: 'GET',
  path: '/patient/access_log/',
  summary: 'Look up who opened or changed one’s own record',
  ...byPatient,
  care: 'never',
  audit: 'access_log.read',
  query: pageQuery.extend({ own: z.enum(['true', 'false']).default('false') }),
  response: z.object({ entries: z.array(AccessEntry), ...pageTotals }),
})
