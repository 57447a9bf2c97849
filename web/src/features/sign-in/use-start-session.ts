import { pageAt, type Role } from '@fornix/contract'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { keepLanguage } from '../../platform/language/language.ts'
import { takeReturn } from '../../platform/session/return-path.ts'
import { homeOf, type NewSession, startSession } from '../../platform/session/session.tsx'
import { projectsIn } from './arrive.ts'

// A shared computer may remember where a user of another role was going.
const mayOpen = (role: Role, address: string) => {
  const allow = pageAt(new URL(address, location.origin).pathname)?.allow
  return allow !== undefined && allow !== 'anyone' && allow.includes(role)
}

/** Continues without keeping the sign-in page in the history. If the account's language differs, the next page is a new document in it. */
const useLeave = () => {
  const navigate = useNavigate()
  return (to: string, language = '') =>
    keepLanguage(language, { isChosen: false }) ? location.replace(to) : navigate(to, { replace: true })
}

type Going = { home?: string | undefined; language?: string | undefined }

/** Goes where the user was headed before the sign-in, else to their first page. */
export const useContinue = () => {
  const leave = useLeave()
  return (role: Role, { home = homeOf(role), language }: Going = {}) => {
    const headed = takeReturn()
    return leave(headed && mayOpen(role, headed) ? headed : home, language)
  }
}

/** Starts the session and continues. */
export const useStartSession = () => {
  const proceed = useContinue()
  return (arrival: NewSession) => {
    startSession(arrival)
    return proceed(arrival.role, arrival)
  }
}

/** After a password sign-in the server has chosen the last used project; a user with several chooses here. */
export const useStartPasswordSession = () => {
  const proceed = useContinue()
  const leave = useLeave()
  return (arrival: NewSession) => {
    startSession(arrival)
    const { language, audience, role, memberships } = arrival
    if (projectsIn(memberships).length > 1) return leave(paths.chooseProject, language)
    return proceed(role, { home: audience === 'admin' ? paths.admin : undefined, language })
  }
}
