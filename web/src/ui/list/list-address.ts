import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { currentSession } from '../../platform/session/session-store.ts'

/** The filters that a list was left with: in memory and for one user, because a search may contain a name. */
const left = new Map<string, { owner: string | undefined; search: string }>()
const ownerNow = () => {
  const session = currentSession()
  return session && `${session.project} ${session.user.email}`
}

/** The page that the user came from. */
let latest = ''

/** A list keeps its filters for the links back to it. */
export const useRememberedList = () => {
  const { pathname, search } = useLocation()
  useEffect(() => {
    latest = pathname
    left.set(pathname, { owner: ownerNow() ?? undefined, search })
  }, [pathname, search])
}

/** Which of these lists the signed-in user left last. */
export const latestOf = (paths: readonly string[]) =>
  paths.find((path) => path === latest && left.get(path)?.owner === ownerNow())

/** A list's address, with the filters it was left with. */
export const listAddress = (path: string) => {
  const kept = left.get(path)
  return kept && kept.owner === ownerNow() ? path + kept.search : path
}
