import { onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiFailure, refusalOf } from './failure.ts'

const breakMs = 10_000
/**
 * Whether what failed is asked for again by the next part of a page that shows it. A page that shows its parts once all have been asked
 * would else ask again with each of them, fail, hide them, and so on. A refusal was an answer.
 */
const mayAskAgain = ({ error, errorUpdatedAt }: { error: Error | null; errorUpdatedAt: number }) =>
  onlineManager.isOnline() && (refusalOf(error) !== undefined || Date.now() - errorUpdatedAt > breakMs)

/** One cache for the app; it is emptied whenever the person or the project changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that is offline is told at once that the call failed, as by any other fault. By default it would wait without a word.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retryOnMount: ({ state }) => mayAskAgain(state),
      retry: (count, error) => count < 1 && error instanceof ApiFailure && error.status === 0,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
