import { admins, type Notification } from '@fornix/contract'
import { useNavigate } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useOpenPatient } from '../../platform/calls/chosen-patient.ts'
import { useSession } from '../../platform/session/session.tsx'

const tabs = { file: 'file', scan: 'scan', request: 'scan' } as const

/**
 * Opens what a notification is about. Who may approve a request goes to the list of requests, everybody else to the scans. Of a
 * record under special care the access log is opened, not the record: that would be an opening again.
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
