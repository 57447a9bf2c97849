import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const scanAccessAuditActions = {
  'access.request': { kind: 'scans', access: 'request', words: 'Asked for access to a scan' },
  'access.approve': {
    kind: 'scans',
    access: 'work',
    words: 'Gave you access to a scan',
    staff: 'Gave the patient access to a scan',
  },
  'access.decline': { kind: 'scans', access: 'work', words: 'Declined a request for access to a scan' },
  'access.extend': {
    kind: 'scans',
    access: 'work',
    words: 'Extended the time to answer a request for access to a scan',
  },
  'access.revoke': {
    kind: 'scans',
    access: 'work',
    words: 'Revoked your access to a scan',
    staff: 'Revoked the patient’s access to a scan',
  },
  'access.list': { kind: 'scans', access: 'none', staff: 'Looked at the requests for scans' },
} satisfies AuditActions
