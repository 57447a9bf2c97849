import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const patientSummaryAuditActions = {
  'patient.summary': {
    kind: 'records',
    access: 'reading',
    words: 'Opened the summary of your record',
    staff: 'Opened the summary of the record',
  },
} satisfies AuditActions
