import { unusualDays, unusualRuleNames, unusualStates } from '@fornix/contract'
import { oneOf } from '../../platform/base/one-of.ts'
import { useFilters } from '../../ui/list/use-filters.ts'

/** What the address says of the list. */
export const useUnusualFilters = () =>
  useFilters((filter) => ({
    rule: oneOf(unusualRuleNames, filter('rule')),
    state: oneOf(unusualStates, filter('state')),
    person: filter('person')?.slice(0, 100) || undefined,
    days: oneOf(unusualDays, filter('days')),
  }))
export type UnusualFiltersView = ReturnType<typeof useUnusualFilters>
