import { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from './failure.ts'

/** One cache for the app; it is emptied whenever the person or the project changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 1 && error instanceof ApiFailure && error.status === 0,
    },
    mutations: { retry: false },
  },
})
