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
  ofScan: (who: string, day: string) => `${who}, scan of ${day}`,
  requestedOn: (time: string) => `Requested ${time}`,
  readForm: 'Signed form',
  readFormNamed: (name: string) => `Signed form of ${name}, opens in a new tab`,
  approve: {
    button: 'Approve',
    named: (who: string) => `Approve the request of ${who}`,
    title: 'Approve this request?',
  },
  approveText: (who: string, day: string) =>
    `${who} will be able to open the scan of ${day} until the signed form expires. Please read the signed form first.`,
  approved: (who: string) => `The request of ${who} was approved.`,
  decline: {
    button: 'Decline',
    named: (who: string) => `Decline the request of ${who}`,
    title: 'Decline this request?',
  },
  declineText: (who: string, day: string) =>
    `${who} will not be able to open the scan of ${day}, and will see your reason on the portal.`,
  declined: (who: string) => `The request of ${who} was declined.`,
  declineFailed: 'The request was not declined. Please try again.',
  revoke: { button: 'Revoke', named: (who: string) => `Revoke access for ${who}`, title: 'Revoke this access?' },
  revokeText: (who: string, day: string) =>
    `${who} can no longer open the scan of ${day}, and will see your reason on the portal.`,
  revoked: (who: string) => `Access for ${who} was revoked.`,
  revokeFailed: 'The access was not revoked. Please try again.',
  reason: 'Reason',
  reasonMissing: 'Please give a reason',
  cancel: 'Cancel',
  failure: 'Oh Snap!',
  ok: 'Ok',
  many: {
    approve: {
      button: 'Approve selected',
      title: (count: number) => (count === 1 ? 'Approve this request?' : `Approve these ${count} requests?`),
      confirm: (count: number) => (count === 1 ? 'Approve 1 request' : `Approve ${count} requests`),
      text: 'Each patient will be able to open the scan until the signed form ends. Please read the signed forms first.',
    },
    decline: {
      button: 'Decline selected',
      title: (count: number) => (count === 1 ? 'Decline this request?' : `Decline these ${count} requests?`),
      confirm: (count: number) => (count === 1 ? 'Decline 1 request' : `Decline ${count} requests`),
      text: 'The scans stay closed. Each patient reads this reason on the portal, so name nobody in it.',
    },
  },
  open: {
    title: 'Open scans',
    lead: 'Scans that patients can open now, latest approval first.',
    empty: 'No scan is open to a patient',
    fetchFailed: 'The open scans could not be loaded. Please try again.',
  },
} as const
