import type { AuditActions } from '../../platform/audit/action-rules.ts'

export const screeningAuditActions = {
  'screening.read': {
    kind: 'records',
    access: 'reading',
    words: 'Looked at your MRI safety answers',
    staff: 'Looked at the MRI safety answers',
  },
  'screening.submit': { kind: 'records', access: 'request', words: 'Answered the MRI safety questions' },
  'screening.review': {
    kind: 'records',
    access: 'work',
    words: 'Reviewed your MRI safety answers',
    staff: 'Reviewed the MRI safety answers',
  },
  'screening.fill_medical': {
    kind: 'records',
    access: 'work',
    words: 'Copied your MRI safety answers to your medical information',
    staff: 'Copied MRI safety answers to the medical information',
  },
} satisfies AuditActions
