import { getMyRights, isOperator, type Right, withheldSentence } from '@fornix/contract'
import { useSession } from '../session/session-store.ts'
import { useCall } from './api.ts'

/** Why the caller may not do this, or '' where they may. Until the answer is there they may: the server decides anyway. */
export const useWithheld = (right: Right) => {
  const role = useSession()?.role
  const operator = role && isOperator(role) ? role : undefined
  const { data } = useCall(getMyRights, {}, { enabled: operator !== undefined })
  return operator && data?.withheld.includes(right) ? withheldSentence(operator, right) : ''
}

/**
 * Whether the caller may do this, as far as the server said: false until it did. For what is asked without anybody's doing, and would be
 * noted as a refusal.
 */
export const useIsAllowed = (right: Right) => {
  const role = useSession()?.role
  const isOperatorRole = role !== undefined && isOperator(role)
  const { data } = useCall(getMyRights, {}, { enabled: isOperatorRole })
  return isOperatorRole ? data?.withheld.includes(right) === false : role !== undefined
}

/** Above how many dollars money needs two people, if at all. */
export const useTwoPersonAmount = () => useCall(getMyRights, {}).data?.two_person_amount ?? null
