import { admins, type Notification } from '@fornix/contract'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { useSession } from '../../platform/session/session.tsx'

const tabs = { file: 'file', scan: 'scan', request: 'scan' } as const

/** Opens what a notification is about. Who may approve a request goes to the list of requests, everybody else to the scans. */
export const useOpenEntry = () => {
  const navigate = useNavigate()
  const role = useSession()?.role
  const { open } = useOpenPatient()
  return ({ item_type, patient_id }: Notification) =>
    item_type === 'request' && admins.some((admin) => admin === role)
      ? navigate(paths.adminScanRequests)
      : open(patient_id, tabs[item_type])
}
