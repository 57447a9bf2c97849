type To = { project: string; email: string }
/** No name stands in these mails: whoever registers with an address writes the name, and need not be the one who reads the mail. */
const paragraphs = (...texts: string[]) => ['Hello,', ...texts].join('\n\n')

export const resetMail = (site: string, area: 'patient' | 'operator', secret: string, { project, email }: To) => ({
  project,
  to: [email],
  subject: 'Reset your password',
  body: paragraphs(
    'you can choose a new password here within the next 30 minutes:',
    `${site}/${area}/change-password/${secret}`,
    'If you did not ask for this, you can ignore this mail: your password stays as it is.',
  ),
  idempotencyKey: `reset:${secret.slice(0, 16)}`,
})

/** To the old address, once the new one is in use. */
export const addressChangedMail = ({ project, email }: To, secret: string) => ({
  project,
  to: [email],
  subject: 'Your e-mail address has been changed',
  body: paragraphs(
    'the e-mail address of your account has been changed, and we write to a new address from now on. Every other device has been signed out.',
    'If this was not you, please write to us at once.',
  ),
  idempotencyKey: `moved-email:${secret.slice(0, 16)}`,
})
