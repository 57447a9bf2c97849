import { getMyRights, isOperator, type Right, withheldSentence } from '@fornix/contract'
import { useSession } from '../session/session-store.ts'
import { useCall } from './api.ts'

/** Why the caller may not do this, or '' if they may. Until the response arrives, they may: the server decides anyway. */
export const useWithheld = (right: Right) => {
  const role = useSession()?.role
  const operator = role && isOperator(role) ? role : undefined
  const { data } = useCall(getMyRights, {}, { enabled: operator !== undefined })
  return operator && data?.withheld.includes(right) ? withheldSentence(operator, right) : ''
}

/**
 * Whether the server said that the caller may do this; false until then.
 * For requests that nobody triggered, which would be logged as refusals.
 */
export const useIsAllowed = (right: Right) => {
  const role = useSession()?.role
  const isOperatorRole = role !== undefined && isOperator(role)
  const { data } = useCall(getMyRights, {}, { enabled: isOperatorRole })
  return isOperatorRole ? data?.withheld.includes(right) === false : role !== undefined
}

/** The dollar amount above which payments need two people, if any. */
export const useTwoPersonAmount = () => useCall(getMyRights, {}).data?.two_person_amount ?? null
