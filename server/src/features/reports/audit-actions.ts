import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const reportAuditActions = {
  'report.export': { kind: 'exports', access: 'none', staff: 'Exported a report', hasText: true },
} satisfies AuditActions
