import { pageAt, type Role } from '@fornix/contract'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { takeReturn } from '../../platform/session/return-path.ts'
import { homeOf, type NewSession, startSession } from '../../platform/session/session.tsx'

// A shared computer may remember where somebody of another role was headed.
const mayOpen = (role: Role, address: string) => {
  const allow = pageAt(new URL(address, location.origin).pathname)?.allow
  return allow !== undefined && allow !== 'anyone' && allow.includes(role)
}

/** Goes where the person was headed before the sign-in, else to their first page. */
export const useGoOn = () => {
  const navigate = useNavigate()
  return (role: Role, home: string = homeOf(role)) => {
    const headed = takeReturn()
    return navigate(headed && mayOpen(role, headed) ? headed : home, { replace: true })
  }
}

/** Begins the session and goes on. */
export const useArrive = () => {
  const goOn = useGoOn()
  return (arrival: NewSession) => {
    startSession(arrival)
    return goOn(arrival.role)
  }
}

/** After a password the server has chosen the last used project; a person with several chooses here. */
export const useArriveByPassword = () => {
  const goOn = useGoOn()
  const navigate = useNavigate()
  return (arrival: NewSession) => {
    startSession(arrival)
    if (arrival.memberships.length > 1) return navigate(paths.chooseProject, { replace: true })
    return goOn(arrival.role, arrival.audience === 'admin' ? paths.admin : undefined)
  }
}
