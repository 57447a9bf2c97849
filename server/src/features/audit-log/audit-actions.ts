import { type ActionsByKind, noRecord } from '../../platform/audit/action-rules.ts'

export const auditLogAuditActions = {
  records: {
    'audit_log.read': noRecord({ staff: 'Looked at this access log', hasText: true }),
  },
  exports: {
    'audit_log.export': noRecord({ staff: 'Exported this access log', hasText: true }),
  },
} satisfies ActionsByKind
