import { listMyScans } from '@fornix/contract'
import { useCall } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { messages } from './messages.ts'

/** How many scans the patient has, for the home page. */
export const ScansFigure = () => {
  const key = useSession()?.user.patient_id ?? ''
  const { data } = useCall(listMyScans, { params: { key }, query: {} }, { enabled: key !== '' })
  return data ? messages.count(data.total) : messages.tile
}
