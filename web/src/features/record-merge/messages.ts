import type { RecordDifference, RecordThing } from '@fornix/contract'

const rows = {
  name: 'Name',
  dob: 'Date of birth',
  gender: 'Gender',
  mrn_number: 'MRN',
  email: 'Email',
  mobile_number: 'Phone',
  status: 'Status',
  signs_in: 'Signs in',
  created_at: 'Added',
} as const
const things: Record<RecordThing, string> = {
  scans: 'Scans',
  files: 'Files',
  appointments: 'Appointments',
  reimbursements: 'Reimbursements',
  forms: 'Signed forms',
  screenings: 'MRI safety answers',
}
const differences: Record<RecordDifference, string> = {
  name: 'name',
  dob: 'date of birth',
  gender: 'gender',
  mrn_number: 'MRN',
}

export const messages = {
  title: 'Merged records',
  subtitle:
    'Duplicate records combined into one. To merge records, open one of them and choose “Merge with another record” in its menu.',
  mergeTitle: 'Merge with another record',
  back: 'Back to the record',
  other: 'Other record of the same person',
  same: 'This is the record that you came from. Please choose another one.',
  compareFailed: 'The records could not be loaded. Please try again.',
  comparison: 'The two records',
  field: 'Field',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  rows,
  things,
  keep: 'Which record do you want to keep?',
  keepOne: (patient: string) => `Keep ${patient}`,
  suggested: 'Suggested',
  differs: (names: RecordDifference[]) =>
    `These records differ in ${new Intl.ListFormat('en-US').format(names.map((name) => differences[name]))}. They may belong to two people.`,
  checked: 'I reviewed the differences. Both records belong to the same person.',
  gains: 'Who will see more',
  team: 'Your team already sees both records. Besides your team:',
  accountGains: (email: string, merged: string) =>
    `The patient who signs in with ${email} will see everything that comes from ${merged}.`,
  invitedGains: (email: string, merged: string) =>
    `Anyone who accepts the invitation sent to ${email} will see everything that comes from ${merged}.`,
  caregiverGains: (who: string, until: string, merged: string, areas: string) =>
    `${who} acts for the patient until ${until} and will also see what comes from ${merged}: ${areas}.`,
  invitedCaregiverGains: (who: string, merged: string, areas: string) =>
    `${who} was invited to act for the patient. Anyone who accepts will also see what comes from ${merged}: ${areas}.`,
  noneGains: 'No one. The record that you keep has no account and no caregivers.',
  physicianGains: (name: string, merged: string) =>
    `${name} stays the physician, and will be notified about what comes from ${merged}.`,
  physicianBecomes: (name: string, kept: string) =>
    `${name} becomes the physician of ${kept}, and will be notified about the whole record.`,
  loses: 'Who will see less',
  caregiverLoses: (who: string, kept: string) =>
    `${who} can no longer act for the patient. If this help is still wanted, they need a new invitation for ${kept}.`,
  physicianLoses: (name: string) => `${name} is no longer the physician, and gets no more notices about this patient.`,
  consequences: 'What happens',
  moves: (merged: string, kept: string) =>
    `Everything in ${merged} moves to ${kept}: scans, files, appointments, reimbursements, forms, and messages.`,
  accessEnds: (merged: string) =>
    `Approved access to the scans of ${merged} ends. The patient can request access again.`,
  accessStays: (merged: string) =>
    `The patient can open the scans of ${merged} without a request, as set for this project. Scans that an admin closed before need a new request.`,
  gone: (merged: string) => `${merged} will no longer appear in lists or searches.`,
  fields: (kept: string) =>
    `The values in ${kept} stay. Empty fields are filled in from the other record. Conflicting values are saved as a note.`,
  account: (email: string) => `No one can sign in with ${email} anymore. Tell the patient before you merge.`,
  noAccount: (kept: string) => `${kept} has no account. The patient needs a new invitation to sign in.`,
  undoable: (days: number) => `You can undo this for ${days} days.`,
  reason: 'Reason',
  reasonHint: 'For the access log, in 5 to 500 characters. Do not write health details.',
  merge: 'Merge records',
  mergeFailed: 'The records could not be merged. Please try again.',
  merged: (merged: string, kept: string) => `${merged} was merged into ${kept}.`,
  open: (patient: string) => `Open ${patient}`,
  list: 'Records that were merged',
  listFailed: 'The list could not be loaded. Please try again.',
  empty: 'No records were merged',
  emptyHint: 'Merges that you and other admins make are listed here.',
  columns: { kept: 'Kept', merged: 'Merged', who: 'By', why: 'Reason', state: 'Undo', actions: 'Actions' },
  removed: 'Removed for good',
  until: (day: string) => `Until ${day}`,
  tooLate: 'No longer possible',
  undone: (by: string, at: string) => `Undone by ${by} on ${at}`,
  undo: 'Undo',
  undoOf: (merged: string) => `Undo the merge of ${merged}`,
  undoTitle: 'Undo this merge?',
  undoText: (merged: string, kept: string) =>
    `${merged} becomes a separate record again, and gets back what came from it. What was added to ${kept} since then stays there.`,
  undoConfirm: 'Undo merge',
  undoFailed: 'The merge could not be undone. Please try again.',
  undoDone: (merged: string) => `${merged} is a separate record again.`,
  scansStayed: (count: number) =>
    count === 1
      ? ' One scan was assigned to someone else since, and stays there.'
      : ` ${count} scans were assigned to someone else since, and stay there.`,
}
