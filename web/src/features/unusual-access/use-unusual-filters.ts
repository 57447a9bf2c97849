import { unusualDays, unusualRuleNames, unusualStates } from '@fornix/contract'
import { oneOf } from '../../platform/base/one-of.ts'
import { useFilters } from '../../ui/list/use-filters.ts'

/** The list's filters from the address. */
export const useUnusualFilters = () =>
  useFilters((filter) => ({
    rule: oneOf(unusualRuleNames, filter('rule')),
    state: oneOf(unusualStates, filter('state')),
    person: filter('person')?.slice(0, 100) || undefined,
    days: oneOf(unusualDays, filter('days')),
  }))
export type UnusualFiltersView = ReturnType<typeof useUnusualFilters>
