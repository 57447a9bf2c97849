import { pageQuery, type pageSizes } from '@fornix/contract'
import { useCallback } from 'react'
import { useAddress } from '../../platform/base/use-address.ts'

type Order = 'asc' | 'desc'
export type ListParams = {
  page: number
  pageSize: (typeof pageSizes)[number]
  searchQuery: string
  order: Order
  /** Other values in the address: the filters of one list. */
  filter: (name: string) => string | null
}
type Change = { page?: number; page_size?: number; order?: Order; [filter: string]: string | number | undefined }

/**
 * Page, page size, order and search text of a list, kept in the address: Back, reloading and a shared link show the same rows.
 * Empty and default values are not in the address.
 */
export const useListParams = (usual: Order = 'desc'): ListParams & { set: (change: Change) => void } => {
  const [params, changeParams] = useAddress()
  const { success, data } = pageQuery.safeParse({
    page: params.get('page') ?? undefined,
    page_size: params.get('page_size') ?? undefined,
  })
  const set = useCallback(
    (change: Change) =>
      changeParams(
        (next) => {
          const isUsual = (name: string, value: unknown) =>
            value === '' || (name === 'order' && value === usual) || (name === 'page' && value === 1)
          for (const [name, value] of Object.entries(change)) {
            if (isUsual(name, value)) next.delete(name)
            else if (value !== undefined) next.set(name, String(value))
          }
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [changeParams, usual],
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
