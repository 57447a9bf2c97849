import type { Care } from '@fornix/contract'
import { currentSession } from './session-store.ts'

/** Whether the signed-in user has what a call, a page or a part of one requires: a caregiver has what was shared. */
export const isShared = (care: Care = 'any') => {
  const acting = currentSession()?.acting
  if (!acting || care === 'any') return true
  return care !== 'never' && acting.areas.includes(care)
}
