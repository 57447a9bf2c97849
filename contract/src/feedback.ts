import { z } from 'zod'
import { byAdmins, callsOf } from './call.ts'
import { requiredText } from './fields.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { staff } from './roles.ts'
import { message, role } from './session.ts'

const defineCall = callsOf('feedback')

export const feedbackTypes = [
  'UI Experience',
  'Scan Visibility',
  'Performance',
  'Content Quality',
  'Functionality',
  'Accessibility',
  'Mobile Experience',
  'Security',
  'Customer Support',
  'Browser Compatibility',
  'Overall Satisfaction',
] as const
export const experiences = ['happy', 'sad'] as const

export const NewFeedback = z.object({
  feedback_type: z.enum(feedbackTypes, 'Please choose a feedback type'),
  feedback_comments: requiredText('Comments are required'),
  experience: z.enum(experiences, 'Please choose happy or sad'),
})
export type NewFeedback = z.output<typeof NewFeedback>

export const StaffFeedback = z.object({
  feedback_id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role,
  project_id: z.uuid(),
  // Kept as it was sent: a type later removed from the list must not make the stored answers unreadable.
  feedback_type: z.string(),
  feedback_comments: z.string(),
  experience: z.enum(experiences),
  upload_date: z.string(),
})
export type StaffFeedback = z.output<typeof StaffFeedback>

export const submitFeedback = defineCall({
  method: 'POST',
  path: '/operator/submit_feedback/',
  summary: 'Give feedback on the portal',
  allow: staff,
  idempotent: true,
  limit: 'session',
  audit: 'feedback.submit',
  body: NewFeedback,
  response: message,
})

export const getFeedback = defineCall({
  method: 'GET',
  path: '/admin/get_feedback/',
  summary: 'Open the feedback on the portal',
  ...byAdmins,
  audit: { none: 'says nothing of a patient' },
  query: pageQuery,
  response: z.object({ feedback: z.array(StaffFeedback), ...pageTotals }),
})
