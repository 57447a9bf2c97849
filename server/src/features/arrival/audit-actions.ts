import { type ActionsByKind, request } from '../../platform/audit/action-rules.ts'

export const arrivalAuditActions = {
  scans: {
    'scan.arrived': request('Looked at upload results', { hasText: true }),
  },
} satisfies ActionsByKind
