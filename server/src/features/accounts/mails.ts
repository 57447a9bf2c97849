type To = { project: string; email: string }
/** No name stands in these mails: whoever registers with an address writes the name, and need not be the one who reads the mail. */
const paragraphs = (...texts: string[]) => ['Hello,', ...texts].join('\n\n')

export const resetMail = (site: string, area: 'patient' | 'operator', secret: string, { project, email }: To) => ({
  project,
  to: [email],
  subject: 'Reset your password',
  body: paragraphs(
    'You can choose a new password here within the next 30 minutes:',
    `${site}/${area}/change-password/${secret}`,
    'If you did not ask for this, you can ignore this email. Your password stays the same.',
  ),
  idempotencyKey: `reset:${secret.slice(0, 16)}`,
})

/** Tells the owner, who may not be the one who did it. */
export const passwordChangedMail = (site: string, { project, email }: To, change: string) => ({
  project,
  to: [email],
  subject: 'Your password was changed',
  body: paragraphs(
    'The password of your account was changed. Every other device was signed out.',
    `If this was not you, choose a new password with “Forgot password” on the sign-in page, and contact us right away: ${site}`,
  ),
  idempotencyKey: `password-changed:${change}`,
})

/** Says only that there is an answer. */
export const closureDeclinedMail = (link: string, clinic: string, request: string) => ({
  subject: `About your request to close your account · ${clinic}`,
  body: paragraphs(
    'Your clinic answered your request to close your account. Sign in to read the answer:',
    link,
    clinic,
  ),
  idempotencyKey: `closure-declined:${request}`,
})

/** To the old address, once the new one is in use. */
export const addressChangedMail = ({ project, email }: To, secret: string) => ({
  project,
  to: [email],
  subject: 'Your email address has been changed',
  body: paragraphs(
    'The email address of your account was changed. From now on, we write to the new address. Every other device was signed out.',
    'If this was not you, please contact us right away.',
  ),
  idempotencyKey: `moved-email:${secret.slice(0, 16)}`,
})
