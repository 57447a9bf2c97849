import { unusualDays, unusualRuleNames, unusualStates } from '@fornix/contract'
import { oneOf } from '../../platform/base/one-of.ts'
import { useListParams } from '../../ui/list/use-list-params.ts'

const names = ['rule', 'state', 'person', 'days'] as const
type Name = (typeof names)[number]

/** What the address says of the list. What it cannot mean is left out, so that an old link shows a list. */
export const useUnusualFilters = () => {
  const { page, pageSize, filter, set } = useListParams()
  const filters = {
    rule: oneOf(unusualRuleNames, filter('rule')),
    state: oneOf(unusualStates, filter('state')),
    person: filter('person')?.slice(0, 100) || undefined,
    days: oneOf(unusualDays, filter('days')),
  }
  return {
    page,
    pageSize,
    filters,
    isFiltered: names.some((name) => filters[name]),
    /** Another choice begins at the first page. */
    choose: (change: Partial<Record<Name, string>>) => set({ page: 1, ...change }),
    clear: () => set({ page: 1, ...Object.fromEntries(names.map((name) => [name, ''])) }),
  }
}
export type UnusualFiltersView = ReturnType<typeof useUnusualFilters>
