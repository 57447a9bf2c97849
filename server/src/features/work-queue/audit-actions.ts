import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const workQueueAuditActions = {
  'work_queue.assign': {
    kind: 'records',
    access: 'work',
    words: 'Assigned a task in your record',
    staff: 'Assigned a work item or set its due date',
  },
  'work_queue.read': { kind: 'records', access: 'none', staff: 'Looked at the work queue' },
} satisfies AuditActions
