import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const noticeAuditActions = {
  'notice.choose': { kind: 'emails', access: 'neutral', words: 'Chose which notifications to get' },
  'notice.push_on': { kind: 'emails', access: 'neutral', words: 'Turned on push notifications in a browser' },
  'notice.push_off': { kind: 'emails', access: 'neutral', words: 'Turned off push notifications in a browser' },
} satisfies AuditActions
