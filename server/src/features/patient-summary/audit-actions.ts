import { type ActionsByKind, reading } from '../../platform/audit/action-rules.ts'

export const patientSummaryAuditActions = {
  records: {
    'patient.summary': reading('Opened the summary of your record', { staff: 'Opened the summary of the record' }),
  },
} satisfies ActionsByKind
