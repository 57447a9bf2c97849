import { pages } from '@fornix/contract'
import type { Words } from '../../platform/language/words.ts'

/** `undo`: the link that removes a new factor again. */
type To = { project: string; email: string; words: Words; id: string; undo: string | undefined }

/** What happened, for the owner, who may not be the one who did it. */
const sentences = ({ t }: Words) => {
  const changed = t('How you sign in was changed')
  return {
    passkey: { subject: changed, says: t('A passkey was added to your account.') },
    totp: { subject: changed, says: t('An authenticator app was added to your account.') },
    removed: { subject: changed, says: t('A second step for signing in was removed from your account.') },
    recovery: {
      subject: t('A recovery code was used'),
      says: t('A recovery code was used to sign in to your account.'),
    },
    codes: {
      subject: t('You have new recovery codes'),
      says: t('New recovery codes were made for your account. The old ones no longer work.'),
    },
  }
}
export type FactorChange = keyof ReturnType<typeof sentences>

export const factorMail = (site: string, change: FactorChange, { project, email, words, id, undo }: To) => {
  const { t } = words
  const { subject, says } = sentences(words)[change]
  const account = `${site}${pages.account.path}`
  const ifNotYou = undo
    ? [
        t('If this was not you, remove it here within 7 days. You do not need to sign in:'),
        undo,
        t('Then choose a new password, and contact us right away.'),
      ]
    : [
        t(
          'If this was not you, choose a new password with “Forgot your password?” on the sign-in page within 7 days. That also removes a second step that was just added. Then contact us right away: {site}',
          { site },
        ),
      ]
  return {
    project,
    to: [email],
    subject,
    body: [t('Hello,'), says, t('See how you sign in: {account}', { account }), ...ifNotYou].join('\n\n'),
    idempotencyKey: `two-step:${id}`,
  }
}
