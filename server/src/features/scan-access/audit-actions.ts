import { type ActionsByKind, noRecord, request, work } from '../../platform/audit/action-rules.ts'

export const scanAccessAuditActions = {
  scans: {
    'access.request': request('Asked for access to a scan'),
    'access.approve': work('Gave you access to a scan', { staff: 'Gave the patient access to a scan' }),
    'access.decline': work('Declined a request for access to a scan'),
    'access.extend': work('Extended the time to answer a request for access to a scan'),
    'access.revoke': work('Revoked your access to a scan', { staff: 'Revoked the patient’s access to a scan' }),
    'access.list': noRecord({ staff: 'Looked at the requests for scans' }),
  },
} satisfies ActionsByKind
