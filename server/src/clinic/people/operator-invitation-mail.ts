import { inviteDays, type Role } from '@fornix/contract'
import type { Mail } from '../../platform/mail/outbox.ts'

type Invited = { project: string; projectName: string; name: string; email: string; secret: string; role: Role }

export const operatorInviteMail = (
  site: string,
  { project, projectName, name, email, secret, role }: Invited,
): Mail => ({
  project,
  to: [email],
  subject: `Your invitation to work with ${projectName}`,
  body: [
    `Hello ${name},`,
    `You are invited to the portal of ${projectName} as ${role}. Sign up with the account of your organization:`,
    `${site}/provider/invite/${secret}`,
    'Or sign up with a password:',
    `${site}/register-operator/${secret}`,
    `The link works once, within ${inviteDays} days. Please do not forward it. It is only for you.`,
    'If you did not expect this, you can ignore this email.',
  ].join('\n\n'),
  idempotencyKey: `invite:${secret.slice(0, 16)}`,
})
