import { getAuditLog } from '@fornix/contract'
import { useEffect, useState } from 'react'
import { useCall } from '../../platform/calls/api.ts'
import type { AuditFiltersView } from './use-audit-filters.ts'

/**
 * A page of the log. Later pages continue from the first one's newest event: each reading adds an event, which would shift them all by one.
 */
export const useLog = ({ filters, page, pageSize }: AuditFiltersView) => {
  const [anchor, setAnchor] = useState<{ of: string; through: string }>()
  const of = JSON.stringify(filters)
  const through = page > 1 && anchor?.of === of ? anchor.through : undefined
  const query = useCall(
    getAuditLog,
    { query: { page, page_size: pageSize, ...filters, through } },
    { keepPrevious: true, staleTime: 0 },
  )
  const newest = page === 1 && !query.isPlaceholderData ? query.data?.entries[0]?.event_id : undefined
  useEffect(() => {
    if (newest) setAnchor({ of, through: newest })
  }, [of, newest])
  return query
}
