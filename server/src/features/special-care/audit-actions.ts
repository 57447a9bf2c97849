import { type ActionsByKind, neutral } from '../../platform/audit/action-rules.ts'

export const specialCareAuditActions = {
  records: {
    'special_care.read': neutral('Looked up whether your record has extra protection', {
      staff: 'Looked up the special care of the record',
    }),
    'special_care.mark': neutral('Gave your record extra protection: admins are notified when someone opens it', {
      staff: 'Put the record under special care',
      hasText: true,
    }),
    'special_care.unmark': neutral('Ended the extra protection of your record', {
      staff: 'Ended the special care of the record',
      hasText: true,
    }),
  },
} satisfies ActionsByKind
