import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiFailure, refusalOf, waitOf } from './failure.ts'

const breakMs = 10_000
/**
 * Whether what failed is asked for again by the next part of a page that shows it. A page that shows its parts once all have been asked
 * would else ask again with each of them, fail, hide them, and so on. A refusal was an answer.
 */
const mayAskAgain = ({ error, errorUpdatedAt }: { error: Error | null; errorUpdatedAt: number }) =>
  onlineManager.isOnline() && (refusalOf(error) !== undefined || Date.now() - errorUpdatedAt > breakMs)

const mayRetry = (count: number, error: Error) =>
  waitOf(error) === undefined ? count < 1 && error instanceof ApiFailure && error.status === 0 : count < 2
/** Up to half as long again, so that all who were refused do not come back in the same moment. */
const retryDelay = (_count: number, error: Error) => (waitOf(error) ?? 1) * 1000 * (1 + Math.random() / 2)

/** One cache for the app; it is emptied whenever the person or the project changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that is offline is told at once that the call failed, as by any other fault. By default it would wait without a word.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retryOnMount: ({ state }) => mayAskAgain(state),
      retry: mayRetry,
      retryDelay,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
