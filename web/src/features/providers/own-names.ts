import type { Operator } from '@fornix/contract'
import { amendSession, currentSession } from '../../platform/session/session-store.ts'

/** Makes the account menu show the name as just saved, unless a session of somebody else has begun meanwhile. */
export const keepOwnNames = ({ provider_id, first_name, last_name }: Operator) => {
  const user = currentSession()?.user
  if (user?.provider_id === provider_id) amendSession({ user: { ...user, first_name, last_name } })
}
