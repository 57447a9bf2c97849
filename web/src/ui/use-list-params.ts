import { pageQuery, type pageSizes } from '@fornix/contract'
import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'

export type ListParams = {
  page: number
  pageSize: (typeof pageSizes)[number]
  searchQuery: string
  order: 'asc' | 'desc'
}
type Change = { page?: number; page_size?: number; searchQuery?: string; order?: 'asc' | 'desc' }

/** Page, page size, order and search text of a list, kept in the address: Back, reloading and a shared link show the same rows. */
export const useListParams = (): ListParams & { set: (change: Change) => void } => {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const { success, data } = pageQuery.safeParse({
    page: params.get('page') ?? undefined,
    page_size: params.get('page_size') ?? undefined,
  })
  const set = useCallback(
    (change: Change) =>
      setParams(
        (old) => {
          const next = new URLSearchParams(old)
          for (const [name, value] of Object.entries(change)) {
            if (value === '' || value === 'desc' || (name === 'page' && value === 1)) next.delete(name)
            else if (value !== undefined) next.set(name, String(value))
          }
          return next
        },
        // The chosen patient travels in the navigation state.
        { replace: true, preventScrollReset: true, state },
      ),
    [setParams, state],
  )
  return {
    page: success ? data.page : 1,
    pageSize: success ? data.page_size : 10,
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    searchQuery: params.get('searchQuery')?.slice(0, 200) ?? '',
    set,
  }
}
