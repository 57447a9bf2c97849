import { z } from 'zod'
import { byStaff, callsOf } from './call.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { staff } from './roles.ts'

const defineCall = callsOf('notifications')

export const notificationTypes = ['file', 'scan', 'request', 'special_care', 'rights'] as const

export const Notification = z.object({
  id: z.uuid(),
  item_type: z.enum(notificationTypes),
  /** Empty if it is about the project. */
  patient_name: z.string(),
  patient_id: z.string(),
  /** MM-DD-YYYY; empty if unknown, or if there is no patient. */
  dob: z.string().default(''),
  mrn_number: z.string().default(''),
  /** Another patient of the project who is not deleted has the same name. */
  has_namesake: z.boolean().default(false),
  read: z.boolean(),
  timestamp: z.string(),
  /** What to open: the id of the file, scan or request. */
  item_id: z.string(),
  /**
   * Who opened a record under special care, or did something that admins are notified of; the `item_id` is then their provider id.
   * Empty otherwise.
   */
  by: z.string().default(''),
  /** What an admin did, in words; empty otherwise. */
  note: z.string().default(''),
})
export type Notification = z.output<typeof Notification>

const number = z.number().int()
const own = { method: 'GET', allow: staff, params: z.object({ provider_id: z.string() }) } as const
export const listNotifications = defineCall({
  ...own,
  path: '/operator/get_all_notifications/:provider_id/',
  summary: 'What happened, newest first',
  limit: 'session',
  userInitiated: false,
  audit: { none: 'polled every minute; opening an entry is audited' },
  query: pageQuery.extend({
    item_type: z.union([z.enum(notificationTypes), z.enum(['All', '']).transform(() => undefined)]).optional(),
  }),
  /** `count` is all unread, whatever the filter; `counts` is the number of each type. */
  response: z.object({
    notifications: z.array(Notification),
    count: z.number().int(),
    counts: z.object({
      file: number,
      scan: number,
      request: number,
      special_care: number.default(0),
      rights: number.default(0),
    }),
    /** The newest over all kinds and pages: what the reader knows about so far. */
    newest: z.uuid().nullable().default(null),
    ...pageTotals,
  }),
})
export const readAllNotifications = defineCall({
  ...own,
  path: '/operator/read_all_notifications/:provider_id/',
  summary: 'Mark all notifications as read',
  limit: 'session',
  audit: 'notification.read_all',
  /** `newest` of the list that was shown: later ones stay unread. */
  query: z.object({ through: z.uuid().optional() }),
  /** `read_before`: the last notification that was read until now; passing it undoes the change. */
  response: z.object({ message: z.string(), read_before: z.uuid() }),
})
export const undoReadNotifications = defineCall({
  ...own,
  method: 'POST',
  path: '/operator/undo_read_notifications/:provider_id/',
  summary: 'Undo marking notifications as read',
  limit: 'session',
  audit: 'notification.undo_read',
  body: z.object({ read_before: z.uuid() }),
  response: z.object({ message: z.string() }),
})
export const readNotification = defineCall({
  ...own,
  method: 'POST',
  path: '/operator/read_notification/:provider_id/',
  summary: 'Mark one notification as read',
  limit: 'session',
  audit: 'notification.read',
  body: z.object({ id: z.uuid() }),
  response: z.object({ message: z.string() }),
})
export const notificationStream = defineCall({
  method: 'GET',
  path: '/operator/notification_stream/',
  summary: 'Wait for new notifications',
  ...byStaff,
  userInitiated: false,
  audit: { none: 'carries no data of anybody' },
  response: 'events',
})
