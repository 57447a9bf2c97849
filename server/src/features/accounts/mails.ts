import { linkMailKey } from '../../clinic/people/mailed-links.ts'
import type { Words } from '../../platform/language/words.ts'

type To = { project: string; email: string; words: Words }
/** These mails contain no name: it was typed by whoever registered with the address, who need not be the reader. */
const paragraphs = ({ t }: Words, ...texts: string[]) => [t('Hello,'), ...texts].join('\n\n')

export const resetMail = (
  site: string,
  area: 'patient' | 'operator',
  secret: string,
  { project, email, words }: To,
) => {
  const { t } = words
  return {
    project,
    to: [email],
    subject: t('Reset your password'),
    body: paragraphs(
      words,
      t('You can choose a new password here within the next 30 minutes:'),
      `${site}/${area}/change-password/${secret}`,
      t('If you did not ask for this, you can ignore this email. Your password stays the same.'),
    ),
    idempotencyKey: linkMailKey(secret),
  }
}

/** Notifies the owner, who may not be the one who did it. */
export const passwordChangedMail = (site: string, { project, email, words }: To, change: string) => {
  const { t } = words
  return {
    project,
    to: [email],
    subject: t('Your password was changed'),
    body: paragraphs(
      words,
      t('The password of your account was changed. Every other device was signed out.'),
      t(
        'If this was not you, choose a new password with “Forgot your password?” on the sign-in page, and contact us right away: {site}',
        { site },
      ),
    ),
    idempotencyKey: `password-changed:${change}`,
  }
}

type Answered = { link: string; clinic: string; request: string }
/** Says only that there is an answer. */
export const closureDeclinedMail = (words: Words, { link, clinic, request }: Answered) => {
  const { t } = words
  return {
    subject: t('About your request to close your account · {clinic}', { clinic }),
    body: paragraphs(
      words,
      t('Your clinic answered your request to close your account. Sign in to read the answer:'),
      link,
      clinic,
    ),
    idempotencyKey: `closure-declined:${request}`,
  }
}
