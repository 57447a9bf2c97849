import { getWorkQueue, notificationPollMs, notificationStream, type QueueKind, queueKinds } from '@fornix/contract'
import { useAddress, withParameters } from '../../platform/base/use-address.ts'
import { refreshCall, useCall } from '../../platform/calls/api.ts'
import { useLive } from '../../platform/calls/live.ts'

/** The pending work, kept current; the section shown in full, and whose work, are in the address. */
export const useWorkQueue = () => {
  const [search, change] = useAddress()
  const mine = search.get('mine') === 'true'
  const whole = queueKinds.find((kind) => kind === search.get('all'))
  const query = useCall(
    getWorkQueue,
    { query: { mine: mine ? 'true' : 'false', ...(whole && { all: whole }) } },
    { keepPrevious: true, staleTime: 0, refetchInterval: notificationPollMs },
  )
  useLive(notificationStream, () => void refreshCall(getWorkQueue))
  const show = (parts: { mine?: string; all?: string }) => change(withParameters(parts), { replace: true })
  const showMine = (isMine: boolean) => show({ mine: isMine ? 'true' : '', all: '' })
  const showWhole = (kind: QueueKind | '') => show({ all: kind })
  return { query, mine, whole, showMine, showWhole }
}
export type WorkQueueView = ReturnType<typeof useWorkQueue>
