/** What the list of requests says. Sentences of the specification are word for word. */
export const messages = {
  title: 'Admin Scan Request List',
  columns: {
    firstName: 'First Name',
    lastName: 'Last Name',
    email: 'Email',
    scanDate: 'Scan Date',
    approve: 'Approve',
    answerBy: 'Answer by',
    until: 'Open until',
    actions: 'Actions',
  },
  empty: 'No pending scan request data available ..',
  fetchFailed: 'Error fetching pending requests. Please try again.',
  pending: (count: number) => `${count} pending ${count === 1 ? 'request' : 'requests'}`,
  ofScan: (who: string, day: string) => `${who}, scan of ${day}`,
  requestedOn: (time: string) => `Requested ${time}`,
  readForm: 'Signed form',
  readFormNamed: (name: string) => `Signed form of ${name}, opens in a new tab`,
  countersignFirst: 'To approve, first open the signed form and countersign it.',
  moved: 'This scan no longer belongs to this patient. Please check whose it is, or decline the request.',
  approve: {
    button: 'Approve',
    named: (who: string) => `Approve the request of ${who}`,
    title: 'Approve this request?',
    text: (who: string, day: string) =>
      `${who} will be able to open the scan of ${day} until the signed form expires. Please read the signed form first.`,
    done: (who: string) => `The request of ${who} was approved.`,
    failed: 'Failed to Approve the Scan Request. Please try again.',
  },
  decline: {
    button: 'Decline',
    named: (who: string) => `Decline the request of ${who}`,
    title: 'Decline this request?',
    text: (who: string, day: string) =>
      `${who} will not be able to open the scan of ${day}. The person who signed the form will see the ground, your reason, and how to appeal in the portal.`,
    done: (who: string) => `The request of ${who} was declined.`,
    failed: 'The request was not declined. Please try again.',
  },
  revoke: {
    button: 'Revoke',
    named: (who: string) => `Revoke access for ${who}`,
    title: 'Revoke this access?',
    text: (who: string, day: string) =>
      `${who} will no longer be able to open the scan of ${day}. The person who signed the form will see your reason in the portal.`,
    done: (who: string) => `Access for ${who} was revoked.`,
    failed: 'The access was not revoked. Please try again.',
  },
  extend: {
    button: 'Extend',
    named: (who: string) => `Extend the time to answer ${who}`,
    title: 'Extend the time to answer?',
    text: (who: string, day: string) =>
      `You get 30 more days to answer the request for the scan of ${day}. This is possible once. ${who} is notified, and will see the new date in the portal. The person who signed the form will see your reason, too.`,
    done: (who: string) => `The time to answer ${who} was extended.`,
    failed: 'The time was not extended. Please try again.',
    once: 'Extended',
  },
  ground: {
    label: 'Ground',
    choose: 'Choose a legal ground',
    missing: 'Please choose a ground',
    kinds: {
      no_denial: 'Something is missing',
      reviewable: 'Refusal that the patient can ask to have reviewed',
      unreviewable: 'Refusal without a review',
    },
    read: (text: string, source: string) => `The patient reads: ${text} (45 CFR ${source})`,
  },
  reason: 'Reason',
  reasonMissing: 'Please give a reason',
  many: {
    whose: 'Selected requests',
    approve: {
      button: 'Approve selected',
      title: (count: number) => (count === 1 ? 'Approve this request?' : `Approve these ${count} requests?`),
      confirm: (count: number) => (count === 1 ? 'Approve 1 request' : `Approve ${count} requests`),
      done: {
        all: (count: number) => (count === 1 ? '1 request approved' : `${count} requests approved`),
        one: 'Approved',
      },
      text: 'Each patient will be able to open the scan until the signed form expires. Please read the signed forms first.',
      notYet: (count: number) =>
        count === 1
          ? 'One of them stays pending: its form has no countersignature yet.'
          : `${count} of them stay pending: their forms have no countersignature yet.`,
      moved: (count: number) =>
        count === 1
          ? 'One of them stays pending: its scan no longer belongs to the patient.'
          : `${count} of them stay pending: their scans no longer belong to the patients.`,
    },
    decline: {
      button: 'Decline selected',
      title: (count: number) => (count === 1 ? 'Decline this request?' : `Decline these ${count} requests?`),
      confirm: (count: number) => (count === 1 ? 'Decline 1 request' : `Decline ${count} requests`),
      done: {
        all: (count: number) => (count === 1 ? '1 request declined' : `${count} requests declined`),
        one: 'Declined',
      },
      text: 'The scans stay closed. The person who signed each form sees this ground and reason in the portal, so do not name anyone in it.',
    },
  },
  open: {
    title: 'Open scans',
    lead: 'Scans that patients can open now, latest first.',
    always: 'No end date',
    empty: 'No scan is open to a patient',
    emptyHint: 'A scan appears here once you approve a request for it.',
    fetchFailed: 'The open scans could not be loaded. Please try again.',
  },
} as const
