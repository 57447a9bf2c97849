import { patientSorts, patientStatuses, patientTypes } from '@fornix/contract'
import { oneOf } from '../../platform/base/one-of.ts'
import { useSession } from '../../platform/session/session.tsx'
import { useListParams } from '../../ui/list/use-list-params.ts'

/** The list's filters from the address. Invalid values are dropped, so that an old link still shows a list. */
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
    /** A new choice starts on the first page. */
    set: (change: Parameters<typeof set>[0]) => set({ page: 1, ...change }),
  }
}
export type PatientListFilters = ReturnType<typeof usePatientFilters>
