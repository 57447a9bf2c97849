import type { CareArea, Caregiver } from '@fornix/contract'

/** What only staff read. */
export const staffMessages = {
  title: 'Caregivers',
  lead: 'People who may act for this patient, in the areas and until the date shown. The access log names each of them.',
  none: 'No one acts for this patient.',
  invite: 'Invite a caregiver',
  byPatient: 'This patient has an account and can invite people to help.',
  byAdmins: 'This patient has no account. An admin can invite a caregiver.',
  inviteLead:
    'For a child, or for an adult who cannot do this alone. First check that this person may act for the patient. The email contains a link that works for 7 days.',
  areas: 'What can this person do for the patient?',
  hints: {
    visits: 'Book visits, answer safety questions, sign forms, and see and change the profile and medical information',
    files: 'Read and add files, and read and write messages with the care team',
    images: 'See the scans and open the images. To request access to a scan, also choose Visits and forms',
    money: 'See and send reimbursement requests with receipts',
  } satisfies Record<CareArea, string>,
  relationship: (patient: string) => `Relationship to ${patient}`,
  inviteFor: (patient: string) => `Invite someone to act for ${patient}`,
  patient: 'the patient',
  by: (who: string, day: string) => `Invited by ${who} on ${day}`,
  held: 'The invitation may not have been sent.',
  expiredLink: 'The link in the invitation has expired.',
  undelivered: (has_account: boolean) =>
    `The email could not be delivered. ${has_account ? 'The patient' : 'An admin'} can check the address, then invite again.`,
  states: {
    invited: 'Has not accepted yet',
    active: 'Can act for the patient',
    over: 'Expired',
  } satisfies Record<Caregiver['state'], string>,
  endText: (name: string) =>
    `${name} will no longer be able to act for the patient, and will be signed out of the record right away. The patient gets an email.`,
  ended: (name: string) => `${name} can no longer act for the patient.`,
} as const
