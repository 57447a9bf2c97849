import type { reviewDecisions } from '@fornix/contract'

type Decision = (typeof reviewDecisions)[number]

/** What only staff read. */
export const staffMessages = {
  title: 'MRI safety',
  fetchFailed: 'The MRI safety answers could not be loaded.',
  none: 'This patient has not answered yet',
  noneHint: 'The patient finds the questions on the home page. You can also ask them and fill in the answers here.',
  fillIn: 'Fill in for the patient',
  filled: 'The answers are saved and waiting for review.',
  answered: (when: string, who: string) => `Answered ${when} by ${who}`,
  self: (name: string) => `${name} (patient)`,
  byStaff: (name: string, role: string) => `${name} (${role})`,
  notAsked: (labels: string) => `Not asked: ${labels}`,
  notCopied: (labels: string) =>
    `Please check “Previous history” for: ${labels}. These answers were not added to it, because it is full or somebody has edited it.`,
  reviews: 'Reviews',
  reviewed: (decision: string, when: string, who: string) => `${decision}, ${when}, by ${who}`,
  earlier: 'Earlier answers',
  review: 'Review',
  decision: 'May this patient be scanned?',
  decisions: {
    cleared: 'Cleared',
    to_be_clarified: 'To be clarified',
    not_cleared: 'Not cleared',
  } satisfies Record<Decision, string>,
  note: 'Note',
  noteHint: 'Required unless the patient is cleared.',
  signature: 'Signature',
  signatureHint: (name: string) => `Type your full name: ${name}. It counts as your signature.`,
  save: 'Save the review',
  saved: 'The review is saved.',
  newer: 'Newer answers arrived. Please read them before you decide.',
  failed: 'The review could not be saved. Please try again.',
  readOnly: 'With emergency access you can only read the answers.',
  operatorsOnly: 'Physicians, MRI technologists, and nurses review the answers.',
  old: (days: number) => `These answers are more than ${days} days old and can no longer be cleared. Please ask again.`,
} as const
