import { z } from 'zod'
import { byPatient, callsOf } from './call.ts'
import { keysOf } from './objects.ts'
import { message } from './session.ts'

const defineCall = callsOf('notices')

/** Whether a kind of notice goes this way: as the patient chooses, always, or never. */
export type NoticeRule = 'choice' | 'always' | 'never'
export type NoticeWay = 'email' | 'push'

/** Everything the portal automatically notifies patients of. What staff write to a patient is not among these, and is always sent. */
export const noticeRules = {
  messages: { email: 'choice', push: 'choice' },
  reminders: { email: 'choice', push: 'choice' },
  /**
   * The clinic or a caregiver books, moves or cancels a visit, or the clinic changes its room: a patient who is not told comes for nothing.
   */
  visits: { email: 'always', push: 'choice' },
  /** What patients book, move or cancel themselves. */
  own_visits: { email: 'choice', push: 'never' },
  /** A request to open a scan was approved or declined. */
  requests: { email: 'choice', push: 'choice' },
  /** Staff close a scan that is open to the patient, or take it out of the record, or put it back. The last day of an access is no news. */
  access_ended: { email: 'always', push: 'choice' },
  images: { email: 'never', push: 'choice' },
  /** A physician lets the patient read a report of measurements of an open scan. */
  reports: { email: 'choice', push: 'choice' },
  files: { email: 'never', push: 'choice' },
  claims: { email: 'choice', push: 'choice' },
  /** Sign-in, password, address, and closing of the account. */
  account: { email: 'always', push: 'never' },
} as const satisfies Record<string, Record<NoticeWay, NoticeRule>>

export type NoticeKind = keyof typeof noticeRules
export const noticeKinds = keysOf(noticeRules)
const kindsToChoose = (way: NoticeWay) => noticeKinds.filter((kind) => noticeRules[kind][way] === 'choice')
export const emailChoices = kindsToChoose('email')
export const pushChoices = kindsToChoose('push')

const NoticeChoices = z.object({
  /** The kinds without email. */
  email_off: z.array(z.enum(emailChoices)).max(emailChoices.length),
  /** The kinds with push notifications. */
  push_on: z.array(z.enum(pushChoices)).max(pushChoices.length),
})
export type NoticeChoices = z.output<typeof NoticeChoices>
const SavedNotices = NoticeChoices.extend({
  /** The kinds whose switches were pressed. The others stay as they are: another device may have changed them. Without it all are saved. */
  changed: z.object({ email: NoticeChoices.shape.email_off, push: NoticeChoices.shape.push_on }).optional(),
})
export type SavedNotices = z.output<typeof SavedNotices>

export const getNotices = defineCall({
  method: 'GET',
  path: '/patient/notices/',
  summary: 'Look up one’s own notification settings',
  ...byPatient,
  care: 'never',
  audit: { none: 'shows only the caller their own choices' },
  /** `push_key` is the portal's public key for push services; empty if the portal sends none. */
  response: NoticeChoices.extend({ push_key: z.string() }),
})
export const saveNotices = defineCall({
  method: 'POST',
  path: '/patient/notices/',
  summary: 'Change one’s own notification settings',
  ...byPatient,
  care: 'never',
  audit: 'notice.choose',
  body: SavedNotices,
  response: message,
})

const endpoint = z.string().min(1).max(1000)

export const addPush = defineCall({
  method: 'POST',
  path: '/patient/push/',
  summary: 'Turn on push notifications in a browser',
  ...byPatient,
  care: 'never',
  audit: 'notice.push_on',
  /** What the browser's push service returned (W3C Push API): where to send, and the keys that only this browser can read. */
  body: z.object({
    endpoint,
    keys: z.object({ p256dh: z.string().regex(/^[\w-]{87}$/), auth: z.string().regex(/^[\w-]{22}$/) }),
  }),
  response: message,
})
export const keepPush = defineCall({
  method: 'POST',
  path: '/patient/push/keep/',
  summary: 'Keep push notifications on in this browser',
  ...byPatient,
  care: 'never',
  userInitiated: false,
  audit: { none: 'says at each sign-in what is known already' },
  body: z.object({ endpoint }),
  /** Whether push notifications of this record come to this browser. */
  response: z.object({ on: z.boolean() }),
})
export const removePush = defineCall({
  method: 'POST',
  path: '/patient/push/remove/',
  summary: 'Turn off push notifications in a browser',
  ...byPatient,
  care: 'never',
  audit: 'notice.push_off',
  body: z.object({ endpoint }),
  response: message,
})
