import { admins, countScanRequests, countThreads, countUnmatchedStudies, notificationPollMs } from '@fornix/contract'
import { messages } from '../../platform/base/messages.ts'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useIsAllowed } from '../../platform/calls/rights.ts'
import { useSession } from '../../platform/session/session.tsx'

/** How many items wait behind navigation entries: messages for all staff, and decisions for admins only. */
export const useWaiting = (): Record<string, { count: number; label: string }> => {
  const role = useSession()?.role
  const isAdmin = admins.some((admin) => admin === role)
  const mayRead = useIsAllowed('see_medical')
  const refetchInterval = notificationPollMs
  const options = { enabled: isAdmin, refetchInterval }
  const waiting = {
    [paths.careMessages]: useCall(countThreads, {}, { enabled: mayRead, refetchInterval }).data?.open,
    [paths.adminScanRequests]: useCall(countScanRequests, {}, options).data?.open,
    [paths.unmatchedStudies]: useCall(countUnmatchedStudies, {}, options).data?.open,
  }
  return Object.fromEntries(
    Object.entries(waiting).flatMap(([path, count]) =>
      count ? [[path, { count, label: messages.shell.waiting(count) }]] : [],
    ),
  )
}
