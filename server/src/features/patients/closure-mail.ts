import type { Words } from '../../platform/language/words.ts'

type Closed = { clinic: string; site: string; request: string }
/** Without a name, as the other mails about an account. */
export const closureDoneMail = ({ t }: Words, { clinic, site, request }: Closed) => ({
  subject: t('Your account was closed · {clinic}', { clinic }),
  body: [
    t('Hello,'),
    t('We closed your account, as you asked. You can no longer use it to see your scans, files, and messages.'),
    t('We keep your medical records for as long as the law requires.'),
    t('If you did not ask us for this, please contact us right away.'),
    site,
    clinic,
  ].join('\n\n'),
  idempotencyKey: `closure-done:${request}`,
})
