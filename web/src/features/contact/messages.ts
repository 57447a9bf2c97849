import { t } from '../../platform/language/t.ts'

/** The texts of the contact pages. Sentences of the specification are word for word, even if they mention something else. */
export const messages = {
  title: t('Contact us'),
  lead: t(
    'Do you have questions about portable MRI, a scan, or the portal? Write to us, and someone will reply by email.',
  ),
  urgent: t('This form is not for emergencies. If you need help right away, call 911 or your local emergency number.'),
  fields: {
    firstName: t('First name'),
    lastName: t('Last name'),
    email: t('Email'),
    subject: t('Subject'),
    helpMessage: t('How can we help?'),
  },
  /** A label before a colon has no question mark. */
  alertLabels: {
    firstName: t('First name'),
    lastName: t('Last name'),
    email: t('Email'),
    subject: t('Subject'),
    helpMessage: t('Message'),
  },
  careTeam: {
    lead: t('Is it about your care? Your answer comes here, in the portal.'),
    link: t('Write to the care team'),
  },
  replyTo: t('We will reply to this address.'),
  you: t('Your details'),
  send: t('Send'),
  cancel: t('Cancel'),
  sent: t('Your message has been sent successfully. We will review your request soon.'),
  ok: t('Okay'),
  member: {
    status: (status: number) => t('Failed to add patient. Status: {status}', { status }),
    error: t('An error occurred while sending the invitation. Please try again.'),
  },
  visitor: {
    status: (status: number) => t('Failed to send contact us info. Status: {status}', { status }),
    error: t('An error occurred while sending contact us info. Please try again.'),
  },
  card: {
    title: t('Other ways to reach us'),
    address: t('Address'),
    email: t('Email'),
    phone: t('Phone'),
    follow: t('Follow us'),
  },
} as const
