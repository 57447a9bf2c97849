import { registrationHours } from '@fornix/contract'

/** Texts of a registration that waits for its address to be confirmed: the person's own screen, and the list for staff. */
export const messages = {
  confirm: {
    title: 'Confirm your email address',
    sentTo: 'We have sent an email to ',
    whatToDo: '. Open the link in it, so that we know the address is yours.',
    spam: 'Nothing after a few minutes? Check your spam folder, or send the email again.',
    kept: `Your registration is kept for ${registrationHours} hours.`,
    done: 'I have confirmed',
    notYet: 'Your address is not confirmed yet. Open the link in the email first, then try again.',
    sendAgain: 'Send the email again',
    notSent: 'The email could not be sent. Please try again.',
    signOut: 'Sign out',
  },
  list: {
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
    beyond: 'This page of the list is empty.',
    firstPage: 'Go to the first page',
    empty: 'No one is waiting for confirmation.',
    fetchFailed: 'The list could not be loaded.',
    link: (count: number) => `Waiting for confirmation (${count})`,
    invite: 'Invite',
    inviteNamed: (name: string) => `Invite ${name}`,
  },
} as const
