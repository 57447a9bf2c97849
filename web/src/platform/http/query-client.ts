import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure.ts'

/** One cache for the app; it is emptied whenever the person or the project changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A browser that is offline is told at once that the call failed, as by any other fault. By default it would wait without a word.
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 30_000,
      retry: (count, error) => count < 1 && error instanceof ApiFailure && error.status === 0,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
