import { inviteDays, type Role } from '@fornix/contract'
import type { Mail } from '../../platform/mail/outbox.ts'

type Invited = { project: string; projectName: string; name: string; email: string; secret: string }
const paragraphs = (...texts: string[]) => texts.join('\n\n')
const keyOf = (secret: string) => `invite:${secret.slice(0, 16)}`
const valid = `The link works once, within ${inviteDays} days. Please do not forward it. It is only for you.`

/** `name` is empty where staff did not write it: a stranger may have, to be read by somebody else. `shown` is what the list of emails keeps: whoever reads that must not be able to sign up. */
export const patientInviteMail = (
  site: string,
  { project, projectName, patient, name, email, secret }: Invited & { patient: string },
) => {
  const text = (link: string) =>
    paragraphs(
      name ? `Hello ${name},` : 'Hello,',
      `${projectName} invites you to its portal, where you can book your scan, find your files, and see your results. Open this link to sign up:`,
      link,
      valid,
      'If you did not expect this, you can ignore this email.',
    )
  return {
    project,
    patient,
    to: [email],
    subject: `Your invitation to ${projectName}`,
    body: text(`${site}/invite/${secret}`),
    shown: text('[the personal link]'),
    idempotencyKey: keyOf(secret),
  }
}

export const operatorInviteMail = (
  site: string,
  { project, projectName, name, email, secret, role }: Invited & { role: Role },
): Mail => ({
  project,
  to: [email],
  subject: `Your invitation to work with ${projectName}`,
  body: paragraphs(
    `Hello ${name},`,
    `You are invited to the portal of ${projectName} as ${role}. Sign up with the account of your organization:`,
    `${site}/provider/invite/${secret}`,
    'Or sign up with a password:',
    `${site}/register-operator/${secret}`,
    valid,
    'If you did not expect this, you can ignore this email.',
  ),
  idempotencyKey: keyOf(secret),
})
