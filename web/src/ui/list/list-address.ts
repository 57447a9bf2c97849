import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { currentSession } from '../../platform/session/session-store.ts'

/** The filters that a list was left with: in memory and for one person, because a search may hold a name. */
const left = new Map<string, { owner: string | undefined; search: string }>()
const ownerNow = () => {
  const session = currentSession()
  return session && `${session.project} ${session.user.email}`
}

/** Where somebody came from. */
let latest = ''

/** A list keeps its filters for the links that lead back to it. */
export const useRememberedList = () => {
  const { pathname, search } = useLocation()
  useEffect(() => {
    latest = pathname
    left.set(pathname, { owner: ownerNow() ?? undefined, search })
  }, [pathname, search])
}

/** Which of these lists was left last, by whoever is signed in. */
export const latestOf = (paths: readonly string[]) =>
  paths.find((path) => path === latest && left.get(path)?.owner === ownerNow())

/** A list's address, with the filters it was left with. */
export const listAddress = (path: string) => {
  const kept = left.get(path)
  return kept && kept.owner === ownerNow() ? path + kept.search : path
}
