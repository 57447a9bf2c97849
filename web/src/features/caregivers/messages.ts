import type { CareArea, Caregiver } from '@fornix/contract'
import { t } from '../../platform/language/t.ts'

/** Texts about people who act for a patient. */
export const messages = {
  title: t('People who help you'),
  lead: t(
    'You can let someone act for you in this portal, such as a family member. They sign in with their own account, and you decide what they see.',
  ),
  failed: t('The list could not be loaded. Please try again.'),
  none: t('No one can act for you yet.'),
  invite: t('Invite someone'),
  inviteLead: t('We send an email with a link that works for 7 days.'),
  fields: {
    first_name: t('First name'),
    last_name: t('Last name'),
    email: t('Email address'),
    relationship: t('Relationship to you'),
    until: t('Access ends on'),
  },
  mayDo: (name: string) => (name ? t('What can {name} do?', { name }) : t('What can this person do?')),
  relationshipHint: t('Such as mother, husband, or friend'),
  untilHint: t('At most one year from today. You can end it sooner at any time.'),
  hints: {
    visits: t(
      'Book visits, answer safety questions, sign forms, and see and change your profile and medical information',
    ),
    files: t('Read and add files, and read and write messages with the care team'),
    images: t(
      'See your scans and open the images. The form you sign opens a scan to you alone. If you choose this, this person sees it, too. To request access to a scan, also choose Visits and forms',
    ),
    money: t('See and send reimbursement requests with receipts'),
  } satisfies Record<CareArea, string>,
  never: t('Only you can close your account, change your email address, or invite others.'),
  send: t('Send invitation'),
  save: t('Save changes'),
  sent: (name: string) => t('The invitation to {name} has been sent.', { name }),
  saved: t('Your changes are saved and take effect right away.'),
  otherWindow: {
    title: t('You saved this in another window while you were editing'),
    theirs: t('Saved in the other window'),
    takeTheirs: t('Keep the saved version'),
  },
  noResponse: t(
    'The portal did not respond. The invitation may have been sent. Please check the list before you send it again.',
  ),
  notSaved: t('This could not be saved. Please try again.'),
  states: {
    invited: t('Has not accepted yet'),
    active: t('Can act for you'),
    over: t('Expired'),
  } satisfies Record<Caregiver['state'], string>,
  undelivered: t('The email could not be delivered. Please check the address, then invite again.'),
  held: t('The invitation may not have been sent. If it did not arrive, send it again.'),
  expiredLink: t('The link in the invitation has expired. Send it again.'),
  until: (day: string) => t('Until {day}', { day }),
  change: t('Change'),
  changeOf: (name: string) => t('Change what {name} may do', { name }),
  again: t('Send again'),
  againOf: (name: string) => t('Send again to {name}', { name }),
  end: t('Remove access'),
  endOf: (name: string) => t('Remove access: {name}', { name }),
  endTitle: (name: string) => t('Remove {name}’s access?', { name }),
  endText: (name: string) =>
    t('{name} will no longer be able to act for you, and will be signed out of your record right away.', { name }),
  noEmail: t('Email is required'),
  keep: t('Cancel'),
  ended: (name: string) => t('{name} can no longer act for you.', { name }),

  acting: {
    title: (patient: string) => t('You are acting for {patient}', { patient }),
    lead: t('This is what was shared with you:'),
    stop: t('Stop acting for this person'),
    stopTitle: t('Stop acting for this person?'),
    stopText: (patient: string) =>
      t(
        'You will no longer see {patient}’s information here. To act for this person again, you need a new invitation.',
        { patient },
      ),
  },
} as const
