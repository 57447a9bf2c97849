import { useCallback, useContext } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type NavigateOptions,
  useLocation,
  useSearchParams,
} from 'react-router'

type Make = (current: URLSearchParams) => URLSearchParams

/** Sets the parameters that are named; an empty one is removed. */
export const withParameters = (parts: Record<string, string>) => (next: URLSearchParams) => {
  for (const [name, value] of Object.entries(parts))
    if (value) next.set(name, value)
    else next.delete(name)
  return next
}

/**
 * `useSearchParams`, but changes start from the address that is pending, not the one last rendered, so that several quick
 * choices are all kept. A change that the page's guard blocked is not part of it. The router knows both, but has no public
 * hook for it.
 */
export const useAddress = () => {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const router = useContext(DataRouterContext)?.router
  const change = useCallback(
    (make: Make, options?: NavigateOptions) =>
      setParams((drawn) => {
        const latest = router && (router.state.navigation.location ?? router.state.location)
        return make(latest?.pathname === pathname ? new URLSearchParams(latest.search) : drawn)
      }, options),
    [setParams, router, pathname],
  )
  return [params, change] as const
}
