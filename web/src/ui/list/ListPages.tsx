import { PageBar, type Totals } from './PageBar.tsx'
import { useListParams } from './use-list-params.ts'

type Props = {
  totals: Totals | undefined
  isStale: boolean
  /** The page that is shown, where it is not the one that the address asks for. */
  page?: number
}

/** The pages of the list that the address tells about; nothing where the list is empty. */
export const ListPages = ({ totals, isStale, ...shown }: Props) => {
  const { page, pageSize, set } = useListParams()
  if (!totals || totals.total === 0) return null
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
