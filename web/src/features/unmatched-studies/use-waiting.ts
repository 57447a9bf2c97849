import { admins, countUnmatchedStudies, notificationPollMs } from '@fornix/contract'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { messages } from './messages.ts'

/** How many scans wait for an admin, for the navigation; nothing for everybody else. */
export const useWaiting = (): Record<string, { count: number; label: string }> => {
  const role = useSession()?.role
  const isAdmin = admins.some((admin) => admin === role)
  const { data } = useCall(countUnmatchedStudies, {}, { enabled: isAdmin, refetchInterval: notificationPollMs })
  const open = data?.open ?? 0
  return isAdmin && open > 0 ? { [paths.unmatchedStudies]: { count: open, label: messages.waiting(open) } } : {}
}
