import { useDeferredValue } from 'react'

/**
 * True until what was loading is also drawn. React draws what an answer brings in one go, for which a slow phone heeds no finger for a
 * third of a second; what is deferred it draws in slices.
 */
export const useSlicedLoading = (isLoading: boolean) => useDeferredValue(isLoading) || isLoading
