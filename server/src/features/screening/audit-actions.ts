import { type ActionsByKind, reading, request, work } from '../../platform/audit/action-rules.ts'

export const screeningAuditActions = {
  records: {
    'screening.read': reading('Looked at your MRI safety answers', { staff: 'Looked at the MRI safety answers' }),
    'screening.submit': request('Answered the MRI safety questions'),
    'screening.review': work('Reviewed your MRI safety answers', { staff: 'Reviewed the MRI safety answers' }),
    'screening.fill_medical': work('Copied your MRI safety answers to your medical information', {
      staff: 'Copied MRI safety answers to the medical information',
    }),
  },
} satisfies ActionsByKind
