import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const arrivalAuditActions = {
  'scan.arrived': { kind: 'scans', access: 'request', words: 'Looked at upload results', hasText: true },
} satisfies AuditActions
