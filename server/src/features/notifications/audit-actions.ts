import { type ActionsByKind, noRecord } from '../../platform/audit/action-rules.ts'

export const notificationAuditActions = {
  other: {
    'notification.read': noRecord({ staff: 'Marked a notification as read' }),
    'notification.read_all': noRecord({ staff: 'Marked the notifications as read' }),
    'notification.undo_read': noRecord({ staff: 'Marked the notifications as unread again' }),
  },
} satisfies ActionsByKind
