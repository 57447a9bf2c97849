import { listMyDocuments } from '@fornix/contract'
import { useCall } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.tsx'
import { messages } from './messages.ts'

/** How many files a patient has, for the tile on their home. */
export const FilesFigure = () => {
  const key = useSession()?.user.patient_id ?? ''
  const { data } = useCall(listMyDocuments, { params: { key }, query: {} }, { enabled: key !== '' })
  return data ? messages.count(data.total) : null
}
