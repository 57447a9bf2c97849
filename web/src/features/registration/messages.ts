import { registrationHours } from '@fornix/contract'
import { t } from '../../platform/language/t.ts'

/** Texts of a registration whose address is not confirmed yet. */
export const messages = {
  confirm: {
    title: t('Confirm your email address'),
    sentTo: (email: string) =>
      t('We have sent an email to <a>{email}</a>. Open the link in it, so that we know the address is yours.', {
        email,
      }),
    spam: t('Nothing after a few minutes? Check your spam folder, or send the email again.'),
    kept: t('Your registration is kept for {registrationHours} hours.', { registrationHours }),
    done: t('I have confirmed'),
    notYet: t('Your address is not confirmed yet. Open the link in the email first, then try again.'),
    sendAgain: t('Send the email again'),
    notSent: t('The email could not be sent. Please try again.'),
    signOut: t('Sign out'),
  },
} as const
