import { emailChangeHours } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import type { Words } from '../../platform/language/words.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import { emailKey } from '../records/email-key.ts'

type Change = {
  project: string
  old: string
  wanted: string
  confirm: string
  stop: string
  isProposed: boolean
  words: Words
}

/** The mails of a change, by the hash of the link that confirms it. */
export const changeMailKeys = (tokenHash: Buffer) =>
  ['new', 'old'].map((to) => `${to}-email:${tokenHash.toString('hex')}`)

/** To the new address and to the old one. They contain no name: neither mailbox is proven to be this person's yet. */
export const emailChangeMails = (site: string, change: Change): Mail[] => {
  const { project, old, wanted, confirm, stop, isProposed, words } = change
  const { t } = words
  const paragraphs = (...texts: string[]) => [t('Hello,'), ...texts].join('\n\n')
  const [newKey = '', oldKey = ''] = changeMailKeys(hashSecret(confirm))
  return [
    {
      project,
      to: [wanted],
      subject: t('Please confirm your new email address'),
      body: paragraphs(
        isProposed
          ? t(
              'Our staff entered this email address as the new one for your account. Please confirm that you want it. You will need to sign in or enter your password:',
            )
          : t(
              'Someone, probably you, wants to use this email address for their account with us. Please confirm that it is yours. You will need to sign in or enter your password:',
            ),
        `${site}/confirm-email/${confirm}`,
        t(
          'You can use the link once. It expires in {hours} hours. Until you confirm, your old address stays in use. Then you will be signed out everywhere else.',
          { hours: emailChangeHours },
        ),
        isProposed
          ? t('If you do not have an account with us, you can ignore this email.')
          : t('If you did not ask for this, you can ignore this email.'),
      ),
      idempotencyKey: newKey,
    },
    {
      project,
      to: [old],
      subject: t('Your email address is about to change'),
      body: paragraphs(
        isProposed
          ? t(
              'Our staff entered a new email address for your account. It takes effect only if you confirm it. Open the link we sent to the new address, and sign in or enter your password.',
            )
          : t(
              'Someone, probably you, asked to change the email address of your account. It changes once the new address is confirmed.',
            ),
        t('To keep your current address, stop the change here. You do not need to sign in:'),
        `${site}/stop-email-change/${stop}`,
        ...(isProposed
          ? []
          : [
              t('If you did not ask for this, please choose a new password as well: {link}', {
                link: `${site}/reset-password`,
              }),
            ]),
      ),
      idempotencyKey: oldKey,
    },
  ]
}

type To = { project: string; email: string; words: Words }

/** To the address of a record without a login, after staff entered a different one. If no invitation was redirected, once an hour. */
export const addressCorrectedMail = ({ project, email, words: { t } }: To, wasInvited: boolean): Mail => ({
  project,
  to: [email],
  subject: t('We no longer write to this email address'),
  body: [
    t('Hello,'),
    t(
      'Our staff entered a different email address in place of this one. From now on, we will use that one. Any invitation that we sent to this address no longer works.',
    ),
    t('If you did not ask us for this, please contact us right away.'),
  ].join('\n\n'),
  idempotencyKey: `corrected-email:${wasInvited ? uuid() : `${emailKey(email)}:${new Date().toISOString().slice(0, 13)}`}`,
})

/** To the old address, once the new one is in use. `undo`: the link that restores the old one, if the sign-in address changed with it. */
export const addressChangedMail = ({ project, email, words: { t } }: To, undo: string | undefined): Mail => ({
  project,
  to: [email],
  subject: t('Your email address has been changed'),
  body: [
    t('Hello,'),
    t(
      'The email address of your account was changed. From now on, we write to the new address. Every other device was signed out.',
    ),
    ...(undo
      ? [
          t(
            'If this was not you, restore this address here within 7 days. You do not need to sign in. Every device is signed out, and a second step that was just added is removed:',
          ),
          undo,
          t('Then choose a new password, and contact us right away.'),
        ]
      : [t('If this was not you, please contact us right away.')]),
  ].join('\n\n'),
  idempotencyKey: `moved-email:${uuid()}`,
})

/** To the address that a user signs in with, once one of their records has a different one. */
export const recordAddressChangedMail = ({ project, email, words: { t } }: To, undo: string): Mail => ({
  project,
  to: [email],
  subject: t('Your email address has been changed'),
  body: [
    t('Hello,'),
    t(
      'The email address we write to was changed. You still sign in with this address. Every other device was signed out.',
    ),
    t(
      'If this was not you, restore the old address here within 7 days. You do not need to sign in. Every device is signed out, and a second step that was just added is removed:',
    ),
    undo,
    t('Then choose a new password, and contact us right away.'),
  ].join('\n\n'),
  idempotencyKey: `moved-record-email:${uuid()}`,
})

/** To the address that the account has left again. */
export const addressBackMail = ({ project, email, words: { t } }: To): Mail => ({
  project,
  to: [email],
  subject: t('Your old email address was restored'),
  body: [
    t('Hello,'),
    t(
      'The change of your email address was undone with a link that we sent to your old email address. Please sign in with the old address again. Every device was signed out.',
    ),
    t('If this was not you, please contact us right away.'),
  ].join('\n\n'),
  idempotencyKey: `email-back:${uuid()}`,
})

/** To the address that no longer opens an account, whose old one belongs to somebody else by now. */
export const addressHeldMail = ({ project, email, words: { t } }: To): Mail => ({
  project,
  to: [email],
  subject: t('Your email address no longer works for signing in'),
  body: [
    t('Hello,'),
    t(
      'The change of your email address was undone with a link that we sent to your old email address. But another account uses the old address now. So no one can sign in to your account with an email address until you contact us. Every device was signed out.',
    ),
    t('Please contact us right away.'),
  ].join('\n\n'),
  idempotencyKey: `email-held:${uuid()}`,
})
