import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const notificationAuditActions = {
  'notification.read': { kind: 'other', access: 'none', staff: 'Marked a notification as read' },
  'notification.read_all': { kind: 'other', access: 'none', staff: 'Marked the notifications as read' },
  'notification.undo_read': { kind: 'other', access: 'none', staff: 'Marked the notifications as unread again' },
} satisfies AuditActions
