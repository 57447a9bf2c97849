import { SiteStatus, siteStatusPath } from '@fornix/contract'
import { useQuery } from '@tanstack/react-query'

const everyMs = 30_000
const timeoutMs = 10_000

const fetchStatus = async () => {
  const response = await fetch(siteStatusPath, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The status answered ${response.status}`)
  return SiteStatus.parse(await response.json())
}

/** What works now, checked again every half minute. */
export const useStatus = () =>
  useQuery({ queryKey: [siteStatusPath], queryFn: fetchStatus, staleTime: 0, refetchInterval: everyMs, retry: false })
