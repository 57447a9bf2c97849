import {
  listNotifications,
  notificationStream,
  readAllNotifications,
  readNotification,
  totalsOf,
  undoReadNotifications,
} from '@fornix/contract'
import { notFound } from '../../platform/base/errors.ts'
import { on, onRecord, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { findReader, isAdmin, notificationsFor, readAll, readOne, undoRead } from './queries.ts'

/** Whose notifications: the user's own; for reading only, an admin may name anybody in the project. */
const locateReader = async (db: Db, user: Caller, key: string, { adminMay }: { adminMay: boolean }) => {
  const provider = await findReader(db, key)
  if (!provider || (provider.provider_id !== user.person && !(adminMay && isAdmin(user.role)))) throw notFound()
  return provider
}

export const notificationRoutes = ({ live }: Pick<Platform, 'live'>): Route[] => [
  on(notificationStream, async ({ user }) => ({ open: () => live.open(user) })),
  onRecord(
    listNotifications,
    ({ db, user, params }) => locateReader(db, user, params.provider_id, { adminMay: true }),
    async ({ db, located, query, commitWithNext }) => {
      commitWithNext()
      const { notifications, total, unread, counts, newest } = await notificationsFor(db, located, query)
      return { notifications, count: unread, counts, newest, ...totalsOf(total, query.page_size) }
    },
  ),
  onRecord(
    readAllNotifications,
    ({ db, user, params }) => locateReader(db, user, params.provider_id, { adminMay: false }),
    async ({ db, located, query }) => {
      const read_before = await readAll(db, located.provider_id, query.through)
      return { message: 'All notifications marked as read', read_before }
    },
  ),
  onRecord(
    readNotification,
    ({ db, user, params }) => locateReader(db, user, params.provider_id, { adminMay: false }),
    async ({ db, located, body }) => {
      await readOne(db, located.provider_id, body.id)
      return { message: 'Notification marked as read' }
    },
  ),
  onRecord(
    undoReadNotifications,
    ({ db, user, params }) => locateReader(db, user, params.provider_id, { adminMay: false }),
    async ({ db, located, body }) => {
      await undoRead(db, located.provider_id, body.read_before)
      return { message: 'The notifications are as they were' }
    },
  ),
]
