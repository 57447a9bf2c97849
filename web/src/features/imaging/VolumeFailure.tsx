import { isNotLoaded } from '../../platform/http/program.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { NotOpened } from '../../ui/state/NotOpened.tsx'
import { failureText } from './queries.ts'

/** Why a volume did not arrive. If the program that draws it is missing, only a reload brings it. */
export const VolumeFailure = ({ failure, retry }: { failure: unknown; retry: () => void }) =>
  isNotLoaded(failure) ? <NotOpened error={failure} /> : <ErrorState message={failureText(failure)} onRetry={retry} />
