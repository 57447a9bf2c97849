import { pageQuery, type pageSizes } from '@fornix/contract'
import { useCallback, useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { forgetPendingChoice, pendingParams, setPendingChoice } from '../../platform/base/pending-choice.ts'

type Order = 'asc' | 'desc'
export type ListParams = {
  page: number
  pageSize: (typeof pageSizes)[number]
  searchQuery: string
  order: Order
  /** What else the address says: the filters of one list. */
  filter: (name: string) => string | null
}
type Change = { page?: number; page_size?: number; order?: Order; [filter: string]: string | number | undefined }

/**
 * Page, page size, order and search text of a list, kept in the address: Back, reloading and a shared link show the same rows.
 * What is empty or usual is not in the address.
 */
export const useListParams = (usual: Order = 'desc'): ListParams & { set: (change: Change) => void } => {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with new parameters the address has caught up
  useEffect(() => forgetPendingChoice(), [params])
  const { success, data } = pageQuery.safeParse({
    page: params.get('page') ?? undefined,
    page_size: params.get('page_size') ?? undefined,
  })
  const set = useCallback(
    (change: Change) =>
      setParams(
        (old) => {
          // Of two quick choices the second must not take back the first.
          const next = new URLSearchParams(pendingParams(pathname) ?? old)
          const isUsual = (name: string, value: unknown) =>
            value === '' || (name === 'order' && value === usual) || (name === 'page' && value === 1)
          for (const [name, value] of Object.entries(change)) {
            if (isUsual(name, value)) next.delete(name)
            else if (value !== undefined) next.set(name, String(value))
          }
          setPendingChoice({ pathname, params: next })
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams, usual, pathname],
  )
  const order = params.get('order')
  return {
    page: success ? data.page : 1,
    pageSize: success ? data.page_size : 10,
    order: order === 'asc' || order === 'desc' ? order : usual,
    searchQuery: params.get('searchQuery')?.slice(0, 200) ?? '',
    filter: (name) => params.get(name),
    set,
  }
}
