import { getWorkQueue, notificationPollMs, notificationStream, type QueueKind, queueKinds } from '@fornix/contract'
import { useSearchParams } from 'react-router'
import { refreshCall, useCall } from '../../platform/calls/api.ts'
import { useLive } from '../../platform/calls/live.ts'

/** The pending work, kept current; the section shown in full, and whose work, are in the address. */
export const useWorkQueue = () => {
  const [search, setSearch] = useSearchParams()
  const mine = search.get('mine') === 'true'
  const whole = queueKinds.find((kind) => kind === search.get('all'))
  const query = useCall(
    getWorkQueue,
    { query: { mine: mine ? 'true' : 'false', ...(whole && { all: whole }) } },
    { keepPrevious: true, staleTime: 0, refetchInterval: notificationPollMs },
  )
  useLive(notificationStream, () => void refreshCall(getWorkQueue))
  const show = (next: { mine: boolean; whole?: QueueKind | undefined }) =>
    setSearch({ ...(next.mine && { mine: 'true' }), ...(next.whole && { all: next.whole }) }, { replace: true })
  return { query, mine, whole, show }
}
export type WorkQueueView = ReturnType<typeof useWorkQueue>
