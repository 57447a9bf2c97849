import { auditKinds, auditResults } from '@fornix/contract'
import { isDay } from '../../platform/base/is-day.ts'
import { oneOf } from '../../platform/base/one-of.ts'
import { useFilters } from '../../ui/list/use-filters.ts'

const text = (value: string | null, most = 100) => value?.slice(0, most) || undefined
const day = (value: string | null) => [value ?? ''].find(isDay)

/** The log's filters in the address. */
export const useAuditFilters = () =>
  useFilters((filter) => ({
    patient: text(filter('patient')),
    study: text(filter('study'), 64),
    person: text(filter('person')),
    kind: oneOf(auditKinds, filter('kind')),
    from: day(filter('from')),
    to: day(filter('to')),
    result: oneOf(auditResults, filter('result')),
  }))
export type AuditFiltersView = ReturnType<typeof useAuditFilters>
