import type { Words } from '../../platform/language/words.ts'

type To = { project: string; email: string; words: Words; id: string }

/** What happened, for the owner, who may not be the one who did it. */
const sentences = ({ t }: Words) => ({
  passkey: t('A passkey was added to your account.'),
  totp: t('An authenticator app was added to your account.'),
  removed: t('A second step for signing in was removed from your account.'),
  recovery: t('A recovery code was used to sign in to your account.'),
  codes: t('New recovery codes were made for your account. The old ones no longer work.'),
})
export type FactorChange = keyof ReturnType<typeof sentences>

export const factorMail = (site: string, change: FactorChange, { project, email, words, id }: To) => {
  const { t } = words
  return {
    project,
    to: [email],
    subject: t('How you sign in was changed'),
    body: [
      t('Hello,'),
      sentences(words)[change],
      t(
        'If this was not you, choose a new password with “Forgot password” on the sign-in page within 7 days. That also removes a second step that was just added. Then contact us right away: {site}',
        { site },
      ),
    ].join('\n\n'),
    idempotencyKey: `two-step:${id}`,
  }
}
