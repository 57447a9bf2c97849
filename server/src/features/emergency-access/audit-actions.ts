import { type ActionsByKind, neutral, noRecord } from '../../platform/audit/action-rules.ts'

export const emergencyAccessAuditActions = {
  records: {
    'emergency_access.open': neutral('Opened your medical information in an emergency', {
      staff: 'Opened the medical information in an emergency',
      hasText: true,
    }),
    'emergency_access.end': neutral('Ended emergency access to your record', {
      staff: 'Ended emergency access to the record',
    }),
    'emergency_access.read': neutral('Looked up what was done in your record in an emergency', {
      staff: 'Looked at what was done under emergency access',
    }),
    'emergency_access.review': neutral('Reviewed emergency access to your record', {
      staff: 'Reviewed emergency access to the record',
      hasText: true,
    }),
    'emergency_access.list': noRecord({ staff: 'Looked at the list of emergency access' }),
  },
} satisfies ActionsByKind
