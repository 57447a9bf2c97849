import { type ActionsByKind, noRecord } from '../../platform/audit/action-rules.ts'

export const reportAuditActions = {
  exports: {
    'report.export': noRecord({ staff: 'Exported a report', hasText: true }),
  },
} satisfies ActionsByKind
