import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const specialCareAuditActions = {
  'special_care.read': {
    kind: 'records',
    access: 'neutral',
    words: 'Looked up whether your record has extra protection',
    staff: 'Looked up the special care of the record',
  },
  'special_care.mark': {
    kind: 'records',
    access: 'neutral',
    words: 'Gave your record extra protection: admins are notified when someone opens it',
    staff: 'Put the record under special care',
    hasText: true,
  },
  'special_care.unmark': {
    kind: 'records',
    access: 'neutral',
    words: 'Ended the extra protection of your record',
    staff: 'Ended the special care of the record',
    hasText: true,
  },
} satisfies AuditActions
