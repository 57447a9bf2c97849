import type { Words } from '../../platform/language/words.ts'

type To = { project: string; email: string; words: Words }

/** At most one such mail per hour and address, however often somebody tries to register with it. */
export const alreadyRegisteredMail = (site: string, { project, email, words: { t } }: To) => ({
  project,
  to: [email],
  subject: t('You already have an account'),
  body: [
    t('Hello,'),
    t(
      'Someone, probably you, tried to register with this email address. It already has an account with us, and nothing has changed.',
    ),
    t('Sign in: {link}', { link: `${site}/patients` }),
    t('Choose a new password: {link}', { link: `${site}/patient/reset-password` }),
  ].join('\n\n'),
  idempotencyKey: `already:${email.toLowerCase()}:${new Date().toISOString().slice(0, 13)}`,
})
