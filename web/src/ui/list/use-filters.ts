import { useListParams } from './use-list-params.ts'

/** A list's filters from the address. `read` drops invalid values, so that an old link still shows a list. */
export const useFilters = <F extends Record<string, string | undefined>>(
  read: (filter: (name: string) => string | null) => F,
) => {
  const { page, pageSize, filter, set } = useListParams()
  const filters = read(filter)
  return {
    page,
    pageSize,
    filters,
    isFiltered: Object.values(filters).some(Boolean),
    /** A new choice starts on the first page. */
    choose: (change: Partial<Record<keyof F, string>>) => set({ page: 1, ...change }),
    clear: () => set({ page: 1, ...Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) }),
  }
}
