import { pageAt, type Role } from '@fornix/contract'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { keepLanguage } from '../../platform/language/language.ts'
import { takeReturn } from '../../platform/session/return-path.ts'
import { homeOf, type NewSession, startSession } from '../../platform/session/session.tsx'
import { projectsIn } from './arrive.ts'

// A shared computer may remember where somebody of another role was headed.
const mayOpen = (role: Role, address: string) => {
  const allow = pageAt(new URL(address, location.origin).pathname)?.allow
  return allow !== undefined && allow !== 'anyone' && allow.includes(role)
}

/** Goes on without the page of the sign-in. Where the account is in another language, the next page is a document in that. */
const useLeave = () => {
  const navigate = useNavigate()
  return (to: string, language = '') =>
    keepLanguage(language, { isChosen: false }) ? location.replace(to) : navigate(to, { replace: true })
}

type Going = { home?: string | undefined; language?: string | undefined }

/** Goes where the person was headed before the sign-in, else to their first page. */
export const useGoOn = () => {
  const leave = useLeave()
  return (role: Role, { home = homeOf(role), language }: Going = {}) => {
    const headed = takeReturn()
    return leave(headed && mayOpen(role, headed) ? headed : home, language)
  }
}

/** Begins the session and goes on. */
export const useArrive = () => {
  const goOn = useGoOn()
  return (arrival: NewSession) => {
    startSession(arrival)
    return goOn(arrival.role, arrival)
  }
}

/** After a password the server has chosen the last used project; a person with several chooses here. */
export const useArriveByPassword = () => {
  const goOn = useGoOn()
  const leave = useLeave()
  return (arrival: NewSession) => {
    startSession(arrival)
    const { language, audience, role, memberships } = arrival
    if (projectsIn(memberships).length > 1) return leave(paths.chooseProject, language)
    return goOn(role, { home: audience === 'admin' ? paths.admin : undefined, language })
  }
}
