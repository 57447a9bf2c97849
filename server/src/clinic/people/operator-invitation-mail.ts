import { inviteDays, type Role } from '@fornix/contract'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { Config } from '../../platform/settings/config.ts'
import { inviteMailKey } from './invite-delivery.ts'

type Invited = { project: string; projectName: string; name: string; email: string; secret: string; role: Role }
type Settings = Pick<Config, 'publicUrl' | 'IDENTITY'>

export const operatorInviteMail = (
  { publicUrl, IDENTITY }: Settings,
  { project, projectName, name, email, secret, role }: Invited,
): Mail => ({
  project,
  to: [email],
  subject: `Your invitation to work with ${projectName}`,
  body: [
    `Hello ${name},`,
    ...(IDENTITY === 'password'
      ? [`You are invited to the portal of ${projectName} as ${role}. Open this link to sign up:`]
      : [
          `You are invited to the portal of ${projectName} as ${role}. Sign up with the account of your organization:`,
          `${publicUrl}/provider/invite/${secret}`,
          'Or sign up with a password:',
        ]),
    `${publicUrl}/register-operator/${secret}`,
    `You can use the link once. It expires in ${inviteDays} days. Please do not forward it. It is only for you.`,
    'If you did not expect this, you can ignore this email.',
  ].join('\n\n'),
  idempotencyKey: inviteMailKey(secret),
})
