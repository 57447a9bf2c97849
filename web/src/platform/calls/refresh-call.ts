import type { Call } from '@fornix/contract'
import { isRefused } from '../http/failure.ts'
import { queryClient } from '../http/query-client.ts'

/** Fetches every cached response of a call again where it is shown. */
export const refreshCall = (call: Call) => queryClient.invalidateQueries({ queryKey: [call.path] })
export const refreshCalls = (...calls: readonly Call[]) => Promise.all(calls.map(refreshCall))

/** Reads again what a change that failed was based on: a colleague may have been faster, which a refusal says, too. */
export const refreshIfFailed = <T>(change: Promise<T>, refresh: () => Promise<unknown>) =>
  change.catch((error: unknown) => {
    void refresh()
    throw error
  })

/** Reads again what a change that failed may have altered: only a refusal says that it was not made. */
export const refreshIfLost = <T>(change: Promise<T>, refresh: () => Promise<unknown>) =>
  change.catch((error: unknown) => {
    if (!isRefused(error)) void refresh()
    throw error
  })

/** Reads again what a change has altered, or may have. */
export const thenRefresh = async <T>(change: Promise<T>, refresh: () => Promise<unknown>) => {
  const response = await refreshIfLost(change, refresh)
  await refresh()
  return response
}
