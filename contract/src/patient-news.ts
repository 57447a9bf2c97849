import { z } from 'zod'
import { byPatient, callsOf } from './call.ts'
import { pageQuery, pageTotals } from './paging.ts'

const defineCall = callsOf('patient-news')

/**
 * A message of the care team, a file from the clinic, a decision about a scan or a claim, images that arrived, a report of a scan,
 * a change of a visit by the clinic, and its reminder.
 */
export const newsKinds = ['message', 'file', 'access', 'images', 'report', 'claim', 'visit', 'reminder'] as const

const News = z.object({
  id: z.string(),
  kind: z.enum(newsKinds),
  at: z.string(),
  /** The message's thread, the file, or the study; empty for a claim and a visit. */
  item_id: z.string(),
  /** A message's subject, a file's name, a claim's description, or the day of a scan or a visit, in DICOM digits. */
  about: z.string(),
  /**
   * The decision about a scan or a claim, `extended` for a scan request that is answered later, `question` and `amount` for a claim with
   * another question or amount, `Deleted`, and whether a visit is booked; empty otherwise.
   */
  status: z.string(),
  /** The message was read in its thread. */
  seen: z.boolean().default(false),
  is_new: z.boolean(),
})
export type News = z.output<typeof News>

export const listNews = defineCall({
  method: 'GET',
  path: '/patient/news/',
  summary: 'What the clinic did for the patient in the last 90 days, newest first',
  ...byPatient,
  care: 'any',
  userInitiated: false,
  audit: { none: 'polled every minute; opening what it is about is audited' },
  query: pageQuery,
  /** `unread` is how many are new; `read_through`, empty at first, is up to when the reader has seen them. */
  response: z.object({
    news: z.array(News),
    unread: z.number().int(),
    read_through: z.string().default(''),
    ...pageTotals,
  }),
})
export const readNews = defineCall({
  method: 'POST',
  path: '/patient/news/read/',
  summary: 'Mark the news as seen',
  ...byPatient,
  care: 'any',
  userInitiated: false,
  audit: { none: 'one’s own reading mark' },
  /** The `at` of the newest on the screen: later ones stay new. */
  body: z.object({ through: z.iso.datetime() }),
  response: z.object({ unread: z.number().int() }),
})
