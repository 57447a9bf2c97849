import type { useConfigQuery } from '../../platform/calls/config.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { messages } from './messages.ts'

/** Shown until it is known whether the project books here or elsewhere. */
export const UntilConfig = ({ query }: { query: ReturnType<typeof useConfigQuery> }) =>
  query.isLoadingError ? (
    <ErrorState message={messages.fetchFailed} onRetry={() => void query.refetch()} />
  ) : (
    <LoadingState />
  )
