type To = { project: string; email: string; name: string }
const paragraphs = (...texts: string[]) => texts.join('\n\n')

export const resetMail = (
  site: string,
  area: 'patient' | 'operator',
  secret: string,
  { project, email, name }: To,
) => ({
  project,
  to: [email],
  subject: 'Reset your password',
  body: paragraphs(
    `Hello ${name},`,
    'you can choose a new password here within the next 30 minutes:',
    `${site}/${area}/change-password/${secret}`,
    'If you did not ask for this, you can ignore this mail: your password stays as it is.',
  ),
  idempotencyKey: `reset:${secret.slice(0, 16)}`,
})

/** At most one such mail an hour and address, however often somebody tries to register with it. */
export const alreadyRegisteredMail = (site: string, { project, email }: To) => ({
  project,
  to: [email],
  subject: 'You already have an account',
  body: paragraphs(
    'Hello,',
    'somebody, probably you, tried to register with this e-mail address, which already has an account with us. Nothing has been changed.',
    `Sign in: ${site}/patients`,
    `Choose a new password: ${site}/patient/reset-password`,
  ),
  idempotencyKey: `already:${email.toLowerCase()}:${new Date().toISOString().slice(0, 13)}`,
})

/** To the old address, once the new one is in use. */
export const addressChangedMail = ({ project, email, name }: To, secret: string) => ({
  project,
  to: [email],
  subject: 'Your e-mail address has been changed',
  body: paragraphs(
    `Hello ${name},`,
    'the e-mail address of your account has been changed, and we write to a new address from now on. Every other device has been signed out.',
    'If this was not you, please write to us at once.',
  ),
  idempotencyKey: `moved-email:${secret.slice(0, 16)}`,
})
