import { registrationHours, type SimilarRecord } from '@fornix/contract'
import { t } from '../../platform/language/t.ts'

const traitWords = { staff: { name: 'name', phone: 'phone number', email: 'email address' } } as const
const listed = (words: string[]) => new Intl.ListFormat('en-US').format(words)

/** Texts of a registration whose address is not confirmed yet: the person's own screen, and the list for staff. */
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
  staff: {
    title: 'Waiting for confirmation',
    back: 'Back to Patient List',
    lead: `These people registered and have not confirmed their email address yet. They are not patients yet, so nothing can be added to a record. We delete a registration after ${registrationHours} hours.`,
    columns: {
      name: 'Name',
      email: 'Email',
      registered: 'Registered',
      kept: 'Kept until',
      actions: 'Actions',
    },
    empty: 'No one is waiting for confirmation.',
    fetchFailed: 'The list could not be loaded.',
    link: (count: number) => `Waiting for confirmation (${count})`,
    invite: 'Invite',
    inviteNamed: (name: string) => `Invite ${name}`,
    similar: {
      title: 'May already be a patient',
      shares: (traits: SimilarRecord['shares']) => `same ${listed(traits.map((trait) => traitWords.staff[trait]))}`,
      failed: 'We could not check whether these people are already patients.',
    },
  },
} as const
