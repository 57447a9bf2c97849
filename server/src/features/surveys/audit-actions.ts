import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const surveysAuditActions = {
  'survey.read': { kind: 'records', access: 'neutral', words: 'Opened the survey' },
  'survey.submit': { kind: 'records', access: 'request', words: 'Answered the survey' },
  'survey.list': {
    kind: 'records',
    access: 'reading',
    words: 'Looked at your answers to the survey',
    staff: 'Looked at the answers to the survey',
  },
} satisfies AuditActions
