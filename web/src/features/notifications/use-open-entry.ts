import { admins, type Notification } from '@fornix/contract'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { useSession } from '../../platform/session/session.tsx'

const tabs = { file: 'file', scan: 'scan', request: 'scan' } as const

/**
 * Opens a notification's subject. Users who may approve a request go to the list of requests, all others to the scans. For a
 * record under special care the access log opens, not the record: that would count as another access.
 */
export const useOpenEntry = () => {
  const navigate = useNavigate()
  const role = useSession()?.role
  const openRecord = useOpenPatient()
  return ({ item_type, patient_id, item_id }: Notification) => {
    if (item_type === 'special_care')
      return navigate(`${paths.auditLog}?${new URLSearchParams({ patient: patient_id, person: item_id })}`)
    if (item_type === 'rights') return navigate(paths.rights)
    return item_type === 'request' && admins.some((admin) => admin === role)
      ? navigate(paths.adminScanRequests)
      : openRecord(patient_id, { tab: tabs[item_type] })
  }
}
