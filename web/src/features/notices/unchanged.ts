import { endNotice, showNotice } from '../../platform/base/notice.ts'
import { currentSession } from '../../platform/session/session-store.ts'

/**
 * Says that a change that waited for the network was given up: also on the page that was opened instead, but to nobody who signs in next.
 */
export const showUnchanged = () => {
  if (currentSession()) showNotice('noticesUnchanged')
}
/** At the next try. */
export const hideUnchanged = () => endNotice('noticesUnchanged')
