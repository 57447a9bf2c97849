import { patientSorts, patientStatuses, patientTypes } from '@fornix/contract'
import { oneOf } from '../../platform/base/one-of.ts'
import { useSession } from '../../platform/session/session.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'

/** What the address says of the list. What it cannot mean is left out, so that an old link shows a list. */
export const usePatientFilters = () => {
  const { page, pageSize, searchQuery, order, filter, set } = useListParams('asc')
  const isAdmin = useSession()?.audience === 'admin'
  const filters = {
    searchQuery,
    order,
    status: oneOf(patientStatuses, filter('status')),
    patient_type: oneOf(patientTypes, filter('patient_type')),
    sort: oneOf(patientSorts, filter('sort')) ?? 'last_name',
    deleted: isAdmin ? oneOf(['true'], filter('deleted')) : undefined,
  } as const
  return {
    filters,
    page,
    pageSize,
    isAdmin,
    isFiltered: Boolean(filters.status ?? filters.patient_type),
    /** Another choice begins at the first page. */
    set: (change: Parameters<typeof set>[0]) => set({ page: 1, ...change }),
  }
}
export type PatientListFilters = ReturnType<typeof usePatientFilters>
