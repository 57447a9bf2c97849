import type { UseQueryResult } from '@tanstack/react-query'
import { messages } from './messages.ts'

/** For a field whose names could not be fetched: it says so, instead of offering no one, and opening it tries again. */
export const namesFailed = ({ isLoadingError, refetch }: Pick<UseQueryResult, 'isLoadingError' | 'refetch'>) =>
  isLoadingError ? { error: messages.finder.namesFailed, onDropdownOpen: () => void refetch() } : {}
