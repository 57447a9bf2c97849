import { type ActionsByKind, noRecord, work } from '../../platform/audit/action-rules.ts'

export const workQueueAuditActions = {
  records: {
    'work_queue.assign': work('Assigned a task in your record', { staff: 'Assigned a work item or set its due date' }),
    'work_queue.read': noRecord({ staff: 'Looked at the work queue' }),
  },
} satisfies ActionsByKind
