import { auditKinds, auditResults } from '@fornix/contract'
import { isDay } from '../../platform/base/is-day.ts'
import { oneOf } from '../../platform/base/one-of.ts'
import { useListParams } from '../../ui/list/use-list-params.ts'

const names = ['patient', 'study', 'person', 'kind', 'from', 'to', 'result'] as const
type Name = (typeof names)[number]

/** What the address says of the log. What it cannot mean is left out, so that an old link shows a list. */
export const useAuditFilters = () => {
  const { page, pageSize, filter, set } = useListParams()
  const text = (name: Name) => filter(name)?.slice(0, name === 'study' ? 64 : 100) || undefined
  const day = (name: Name) => [filter(name) ?? ''].find(isDay)
  const filters = {
    patient: text('patient'),
    study: text('study'),
    person: text('person'),
    kind: oneOf(auditKinds, filter('kind')),
    from: day('from'),
    to: day('to'),
    result: oneOf(auditResults, filter('result')),
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
export type AuditFiltersView = ReturnType<typeof useAuditFilters>
