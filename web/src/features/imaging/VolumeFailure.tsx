import { isNotLoaded } from '../../platform/http/program.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { NotOpened } from '../../ui/state/NotOpened.tsx'
import { failureText } from './queries.ts'

/** Why a volume did not arrive. If the program that draws it is missing, and another try does not bring it, a reload does. */
export const VolumeFailure = ({ failure, retry }: { failure: unknown; retry: () => Promise<boolean> }) =>
  isNotLoaded(failure) ? (
    <NotOpened error={failure} retry={retry} />
  ) : (
    <ErrorState message={failureText(failure)} onRetry={() => void retry()} />
  )
