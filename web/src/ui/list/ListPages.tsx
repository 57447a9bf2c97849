import { pageSizes } from '@fornix/contract'
import { useSession } from '../../platform/session/session-store.ts'
import { useSlicedLoading } from '../state/use-sliced-loading.ts'
import { PageBar, type Totals } from './PageBar.tsx'
import { useListParams } from './use-list-params.ts'

type Props = {
  totals: Totals | undefined
  isStale: boolean
  /** The page shown, if it differs from the one in the address. */
  page?: number
}

/** The pages of the list that the address describes; nothing if the list is empty, or a patient's that fits the smallest page. */
export const ListPages = ({ totals, isStale, ...shown }: Props) => {
  const { page, pageSize, set } = useListParams()
  // Appears with the rows, not before them: they would push it away.
  const isLoading = useSlicedLoading(!totals)
  const isPatient = useSession()?.audience === 'patient'
  if (isLoading || !totals || totals.total === 0) return null
  // A patient with two files has nothing to choose here.
  if (isPatient && page === 1 && totals.total_pages === 1 && totals.total <= pageSizes[0]) return null
  return (
    <PageBar
      page={shown.page ?? page}
      pageSize={pageSize}
      totals={totals}
      isStale={isStale}
      onPage={(next) => set({ page: next })}
      onPageSize={(size) => set({ page_size: size, page: 1 })}
    />
  )
}
