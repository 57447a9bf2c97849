/** What the contact pages say. Sentences of the specification are word for word, also where they speak of something else. */
export const messages = {
  title: 'Contact us',
  lead: 'Questions about portable MRI, a scan or the portal: write to us, and a person will answer by email.',
  urgent: 'This form is not for emergencies. If you need help right away, call 911 or your local emergency number.',
  fields: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    subject: 'Subject',
    helpMessage: 'How can we help?',
  },
  /** A question mark does not go before a colon. */
  alertLabels: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    subject: 'Subject',
    helpMessage: 'Message',
  },
  careTeam: { lead: 'Is it about your care? Your answer comes here, in the portal.', link: 'Write to your care team' },
  replyTo: 'We will answer to this address.',
  you: 'Your details',
  send: 'Send',
  cancel: 'Cancel',
  thanks: 'Thank You!',
  sent: 'Your message has been sent successfully. We will review your request soon.',
  ok: 'Okay',
  problem: 'Oh Snap!',
  member: {
    status: (status: number) => `Failed to add patient. Status: ${status}`,
    error: 'An error occurred while sending the invitation. Please try again.',
  },
  visitor: {
    status: (status: number) => `Failed to send contact us info. Status: ${status}`,
    error: 'An error occurred while sending contact us info. Please try again.',
  },
  card: { title: 'Other ways to reach us', address: 'Address', email: 'Email', phone: 'Phone', follow: 'Follow us' },
} as const
