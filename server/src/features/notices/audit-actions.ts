import { type ActionsByKind, neutral } from '../../platform/audit/action-rules.ts'

export const noticeAuditActions = {
  emails: {
    'notice.choose': neutral('Chose which notifications to get'),
    'notice.push_on': neutral('Turned on push notifications in a browser'),
    'notice.push_off': neutral('Turned off push notifications in a browser'),
  },
} satisfies ActionsByKind
