import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const auditLogAuditActions = {
  'audit_log.read': { kind: 'records', access: 'none', staff: 'Looked at this access log', hasText: true },
  'audit_log.export': { kind: 'exports', access: 'none', staff: 'Exported this access log', hasText: true },
} satisfies AuditActions
