import { registrationHours, type SimilarRecord } from '@fornix/contract'

const traitWords = { name: 'name', phone: 'phone number', email: 'email address' } as const
const listed = (words: string[]) => new Intl.ListFormat('en-US').format(words)

/** What only staff read. */
export const staffMessages = {
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
    shares: (traits: SimilarRecord['shares']) => `same ${listed(traits.map((trait) => traitWords[trait]))}`,
    failed: 'We could not check whether these people are already patients.',
  },
} as const
