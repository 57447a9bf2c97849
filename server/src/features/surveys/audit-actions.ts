import { type ActionsByKind, neutral, reading, request } from '../../platform/audit/action-rules.ts'

export const surveysAuditActions = {
  records: {
    'survey.read': neutral('Opened the survey'),
    'survey.submit': request('Answered the survey'),
    'survey.list': reading('Looked at your answers to the survey', { staff: 'Looked at the answers to the survey' }),
  },
} satisfies ActionsByKind
