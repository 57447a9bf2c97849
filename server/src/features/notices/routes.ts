import { addPush, getNotices, keepPush, removePush, saveNotices } from '@fornix/contract'
import { badRequest, conflict } from '../../platform/base/errors.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import { isPushKey } from '../../platform/push/encrypt.ts'
import { isPushEndpoint } from '../../platform/push/endpoint.ts'
import type { Platform } from '../../platform.ts'
import { choicesOf, saveChoices } from './queries.ts'
import { dropBrowser, keepBrowser, subscribeBrowser } from './subscriptions.ts'

/** Of what a patient is told, and on which browsers push notifications appear. */
export const noticeRoutes = ({ config, database, vapid }: Pick<Platform, 'config' | 'database' | 'vapid'>): Route[] => [
  on(getNotices, async ({ db, user, commitWithNext }) => {
    commitWithNext()
    return { ...(await choicesOf(db, user.person)), push_key: vapid?.publicKey ?? '' }
  }),
  on(saveNotices, async ({ db, user, body }) => {
    await saveChoices(db, user.person, body)
    return { message: 'Saved' }
  }),
  on(addPush, async ({ user, body }) => {
    if (!vapid) throw conflict('This portal sends no push notifications.', 'no_push')
    if (!isPushEndpoint(body.endpoint, config.PUSH_HOSTS))
      throw badRequest('Push notifications do not work with this browser yet. Please try another one.', 'push_service')
    if (!isPushKey(body.keys.p256dh)) throw badRequest('The key of this browser is not valid.', 'push_key')
    await subscribeBrowser(database, user, body)
    return { message: 'This browser gets push notifications now.' }
  }),
  on(keepPush, async ({ user, body: { endpoint } }) => ({ on: await keepBrowser(database, user, endpoint) })),
  on(removePush, async ({ user, body: { endpoint } }) => {
    await dropBrowser(database, user, endpoint)
    return { message: 'This browser no longer gets push notifications.' }
  }),
]
