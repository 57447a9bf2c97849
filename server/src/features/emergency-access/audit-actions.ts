import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const emergencyAccessAuditActions = {
  'emergency_access.open': {
    kind: 'records',
    access: 'neutral',
    words: 'Opened your medical information in an emergency',
    staff: 'Opened the medical information in an emergency',
    hasText: true,
  },
  'emergency_access.end': {
    kind: 'records',
    access: 'neutral',
    words: 'Ended emergency access to your record',
    staff: 'Ended emergency access to the record',
  },
  'emergency_access.read': {
    kind: 'records',
    access: 'neutral',
    words: 'Looked up what was done in your record in an emergency',
    staff: 'Looked at what was done under emergency access',
  },
  'emergency_access.review': {
    kind: 'records',
    access: 'neutral',
    words: 'Reviewed emergency access to your record',
    staff: 'Reviewed emergency access to the record',
    hasText: true,
  },
  'emergency_access.list': { kind: 'records', access: 'none', staff: 'Looked at the list of emergency access' },
} satisfies AuditActions
