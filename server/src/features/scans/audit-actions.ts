import { type ActionsByKind, reading } from '../../platform/audit/action-rules.ts'

export const scansAuditActions = {
  scans: {
    'scan.list': reading('Looked at the list of your scans', { staff: 'Looked at the list of scans' }),
  },
} satisfies ActionsByKind
