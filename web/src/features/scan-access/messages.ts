/** What the list of requests says. Sentences of the specification are word for word. */
export const messages = {
  title: 'Admin Scan Request List',
  columns: {
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    scanDate: 'Scan Date',
    approve: 'Approve',
    until: 'Open until',
    actions: 'Actions',
  },
  empty: 'No pending scan request data available ..',
  fetchFailed: 'Error fetching pending requests. Please try again.',
  approveFailed: 'Failed to Approve the Scan Request. Please try again.',
  pending: (count: number) => `${count} pending ${count === 1 ? 'request' : 'requests'}`,
  requestedOn: (time: string) => `Requested ${time}`,
  readForm: 'Signed form',
  readFormNamed: (name: string) => `Signed form of ${name}, opens in a new tab`,
  approve: {
    button: 'Approve',
    named: (who: string) => `Approve the request of ${who}`,
    title: 'Approve this request?',
  },
  approveText: (who: string, day: string) =>
    `${who} will be able to open the scan of ${day} until the signed form ends. Please read the signed form first.`,
  approved: (who: string) => `The request of ${who} was approved.`,
  decline: {
    button: 'Decline',
    named: (who: string) => `Decline the request of ${who}`,
    title: 'Decline this request?',
  },
  declineText: (who: string, day: string) =>
    `The scan of ${day} stays closed to ${who}, who reads your reason on the portal.`,
  declined: (who: string) => `The request of ${who} was declined.`,
  declineFailed: 'The request was not declined. Please try again.',
  revoke: { button: 'Revoke', named: (who: string) => `Revoke the access of ${who}`, title: 'Take this access back?' },
  revokeText: (who: string, day: string) =>
    `The scan of ${day} is closed to ${who} at once. ${who} reads your reason on the portal.`,
  revoked: (who: string) => `The access of ${who} was taken back.`,
  revokeFailed: 'The access was not taken back. Please try again.',
  reason: 'Reason',
  reasonMissing: 'Please give a reason',
  cancel: 'Cancel',
  failure: 'Oh Snap!',
  ok: 'Ok',
  open: {
    title: 'Open scans',
    lead: 'Scans that patients can open now, the latest approval first.',
    empty: 'No scan is open to a patient',
    fetchFailed: 'The open scans could not be fetched. Please try again.',
  },
} as const
