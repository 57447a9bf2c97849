import type { Db } from './db.ts'
import { newLink } from './mailed-links.ts'
import type { Platform } from './platform.ts'

type To = { login: string; email: string; project: string; name: string }

export const sendVerification = async (
  { config, mail }: Pick<Platform, 'config' | 'mail'>,
  db: Db,
  { login, email, project, name }: To,
) => {
  const secret = await newLink(db, 'verify_email', { login_id: login, email })
  await mail.queue(db, {
    project,
    to: [email],
    subject: 'Please confirm your e-mail address',
    body: [
      `Hello ${name},`,
      'thank you for registering. Please confirm that this e-mail address is yours:',
      `${config.publicUrl}/patient/verify-email/${secret}`,
      'You can sign in right away; without the confirmation that works for 24 hours.',
      'If you did not register, you can ignore this mail.',
    ].join('\n\n'),
    idempotencyKey: `verify:${secret.slice(0, 16)}`,
  })
}
