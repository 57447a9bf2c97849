import type { Mail } from '../../platform/mail/outbox.ts'

type Message = {
  project_id: string
  message_id: string
  role: string
  name: string
  email: string
  subject: string
  message: string
}

/** The author appears only in the text and Reply-To; the sender is always the portal. */
export const contactMail = ({ project_id, message_id, role, name, email, subject, message }: Message, to: string[]) =>
  ({
    project: project_id,
    to,
    replyTo: email,
    subject: `Contact form: ${subject}`,
    body: [
      `Name: ${name}`,
      `Email: ${email}`,
      role === 'visitor' ? 'A visitor. The name and email address have not been verified.' : `Signed in as ${role}.`,
      '',
      message,
    ].join('\n'),
    idempotencyKey: `contact:${message_id}`,
  }) satisfies Mail
