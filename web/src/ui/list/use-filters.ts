import { useListParams } from './use-list-params.ts'

/** The filters of a list that the address tells. `read` leaves out what it cannot mean, so that an old link shows a list. */
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
    /** Another choice begins at the first page. */
    choose: (change: Partial<Record<keyof F, string>>) => set({ page: 1, ...change }),
    clear: () => set({ page: 1, ...Object.fromEntries(Object.keys(filters).map((name) => [name, ''])) }),
  }
}
