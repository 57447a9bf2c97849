import { useSlicedLoading } from '../state/use-sliced-loading.ts'
import { PageBar, type Totals } from './PageBar.tsx'
import { useListParams } from './use-list-params.ts'

type Props = {
  totals: Totals | undefined
  isStale: boolean
  /** The page shown, if it differs from the one in the address. */
  page?: number
}

/** The pages of the list that the address describes; nothing if the list is empty. */
export const ListPages = ({ totals, isStale, ...shown }: Props) => {
  const { page, pageSize, set } = useListParams()
  // Appears with the rows, not before them: they would push it away.
  const isLoading = useSlicedLoading(!totals)
  if (isLoading || !totals || totals.total === 0) return null
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
