import { type ActionsByKind, neutral } from '../../platform/audit/action-rules.ts'

export const accessLogAuditActions = {
  records: {
    'access_log.read': neutral(null, { staff: 'Looked at who opened their own record' }),
  },
} satisfies ActionsByKind
