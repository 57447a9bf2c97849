import { z } from 'zod'
import { callsOf } from './call.ts'
import { email, personName, requiredLine, requiredText } from './fields.ts'
import { message } from './session.ts'

const defineCall = callsOf('contact')

const typed = { subject: requiredLine('Subject is required'), helpMessage: requiredText('Message is required') }

/** What a signed-in user types: name and email come from the session. */
export const MemberMessage = z.object(typed)
export const VisitorMessage = z.object({
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  email: email('Invalid email format'),
  ...typed,
})

export const sendContactUs = defineCall({
  method: 'POST',
  path: '/operator/send_contactus/',
  summary: 'Write to the project',
  allow: 'anyone',
  session: 'optional-bearer',
  idempotent: true,
  limit: 'contact',
  audit: 'contact.send',
  // Which sender they describe depends on the session, so the route checks them: a visitor's must be valid, a member's are ignored.
  body: MemberMessage.extend({
    firstName: z.unknown().optional(),
    lastName: z.unknown().optional(),
    email: z.unknown().optional(),
  }),
  response: message,
})
