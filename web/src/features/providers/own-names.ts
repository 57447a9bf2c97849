import type { Operator } from '@fornix/contract'
import { amendSession, currentSession } from '../../platform/session/session-store.ts'

/** Makes the account menu show the name as just saved. */
export const keepOwnNames = ({ first_name, last_name }: Operator) => {
  const user = currentSession()?.user
  if (user) amendSession({ user: { ...user, first_name, last_name } })
}
