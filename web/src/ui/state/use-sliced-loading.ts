import { useDeferredValue } from 'react'

/**
 * True until what was loading is also rendered. React renders a response in one go, which blocks input on a slow phone for a
 * third of a second; deferred, it renders in slices.
 */
export const useSlicedLoading = (isLoading: boolean) => useDeferredValue(isLoading) || isLoading
