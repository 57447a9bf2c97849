import { onlineManager, QueryClient } from '@tanstack/react-query'
import { hasNoResponse, refusalOf, waitOf } from './failure.ts'

const breakMs = 10_000
/**
 * Whether the next part of a page that shows a failed query fetches it again. A page that shows its parts once all queries are done
 * would otherwise refetch with each of them, fail, hide them, and so on. A refusal counts as a response.
 */
const mayAskAgain = ({ error, errorUpdatedAt }: { error: Error | null; errorUpdatedAt: number }) =>
  onlineManager.isOnline() && (refusalOf(error) !== undefined || Math.abs(Date.now() - errorUpdatedAt) > breakMs)

const mayRetry = (count: number, error: Error) =>
  waitOf(error) === undefined ? count < 1 && hasNoResponse(error) : count < 2
/** Up to half as long again, so that refused clients do not all come back at the same moment. */
const retryDelay = (_count: number, error: Error) => (waitOf(error) ?? 1) * 1000 * (1 + Math.random() / 2)

/** One cache for the app; it is cleared whenever the person or the project changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // An offline browser gets the failure immediately, like any other. By default the query would wait silently.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      // If the clock was set back since, earlier data would otherwise stay fresh until then.
      staleTime: ({ state }) => (state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : 30_000),
      retryOnMount: ({ state }) => mayAskAgain(state),
      retry: mayRetry,
      retryDelay,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
