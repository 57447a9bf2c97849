import type { Candidate, UnmatchedReason } from '@fornix/contract'

export const messages = {
  title: 'Unmatched scans',
  subtitle: 'Scans that could not be matched to a patient. Until you decide, only staff can open them.',
  subtitleMatched:
    'Scans that the portal matched by MRN and birth date, or by MRN and name. Undo a match if it is the wrong person.',
  count: (open: number) => `${open} ${open === 1 ? 'scan needs' : 'scans need'} a decision`,
  show: { label: 'Which scans', open: 'Waiting', decided: 'Decided', matched: 'Matched' },
  search: 'Search Scans...',
  searchLabel: 'Search scans',
  noneFound: 'No scan found',
  noneFoundHint: 'Check the spelling, or search for a name, a patient ID, or an MRN.',
  clearSearch: 'Clear search',
  columns: {
    scan: 'Scan',
    says: 'The scan says',
    why: 'Reason',
    decision: 'Decision',
    match: 'Match',
    actions: 'Actions',
  },
  empty: {
    open: 'No scans need a decision',
    decided: 'No decisions yet',
    matched: 'No scans have been matched yet',
  },
  emptyHint:
    'Scans appear here when their MRN belongs to no patient or to several, or when neither the birth date nor the name confirms the match.',
  fetchFailed: 'The scans could not be loaded. Please try again.',
  says: { patient_id: 'MRN in the file', issuer: 'Issuer', birth_date: 'Born', nobody: 'No name', none: 'not given' },
  reasons: {
    nobody: 'No patient has this MRN',
    several: 'Two patients have this MRN',
    birth_date:
      'The birth date does not match the patient’s, or the patient’s name, MRN, or birth date was entered after the scan arrived',
    name: 'The name does not match the patient’s',
    unproven: 'Only the MRN matches. There is no birth date or full name to compare',
    issuer: 'The MRN comes from another issuer',
    changed: 'The archive changed the MRN, the name, or the date of birth',
    undone: 'The match was undone',
  } satisfies Record<UnmatchedReason, string>,
  before: (name: string) => `It was assigned to ${name} before.`,
  agrees: { mrn_number: 'MRN', patient_id: 'patient ID', dob: 'birth date', name: 'name' } satisfies Record<
    Candidate['agrees'][number],
    string
  >,
  agreesIn: (what: string) => `Same ${what}`,
  agreesNot: 'Same last name',
  images: 'Images',
  imagesOf: (what: string) => `Images of the ${what}, open in a new tab`,
  assign: 'Choose patient',
  assignOf: (what: string) => `Choose patient for the ${what}`,
  reject: 'Reject',
  rejectOf: (what: string) => `Reject the ${what}`,
  undo: 'Undo',
  undoOf: (what: string) => `Undo the decision about the ${what}`,
  undoMatchOf: (what: string) => `Undo the match of the ${what}`,
  scanOf: (day: string) => `scan of ${day}`,
  questions: {
    assign: { title: 'Whose scan is this?', button: 'Assign the scan' },
    reject: { title: 'Reject this scan?', button: 'Reject the scan' },
    undo: { title: 'Undo this decision?', button: 'Undo the decision' },
    unmatch: { title: 'Undo this match?', button: 'Undo the match' },
  },
  assignText:
    'The scan will appear in this patient’s list. The patient can open it at once if this project opens images without a request, or if access to it was approved before.',
  contradiction: {
    name: 'The name does not match',
    dob: 'The birth date does not match',
    both: 'The name and birth date do not match',
    /** Before the person in the scan, and before the patient. */
    question: ['Assign this scan of', 'to'],
    nameless: 'an unnamed person',
    born: (day: string) => (day ? `(born ${day})` : '(no birth date)'),
    back: 'Go back',
  },
  candidates: 'Possible patients',
  noCandidates: 'No one in this project has this MRN, or this name and birth date.',
  another: 'Find another patient',
  missing: 'Please choose a patient',
  rejectText:
    'It belongs to no patient in this project. It will leave this list. You can undo this under Decided, until its images are removed after the number of years that deleted records are kept. Images in a PACS stay.',
  undoGiven: (name: string) =>
    `${name} will no longer see this scan, even if it is open now. It goes back to waiting for a decision.`,
  undoRejected: 'The scan goes back to waiting for a decision.',
  said: {
    assigned: (name: string) => `The scan is now in ${name}’s list.`,
    rejected: 'The scan was rejected.',
    open: 'The decision was undone. The scan is waiting for a decision.',
    unmatched: 'The match was undone. The scan is waiting for a decision.',
  },
  state: {
    assigned: (name: string) => `Assigned to ${name}`,
    rejected: 'Rejected',
    matched: (name: string) => `Matched with ${name}`,
  },
  byWhom: (name: string, time: string) => `${name || 'Automatically'}, ${time}`,
  failed: 'The decision could not be saved. Please try again.',
  someone: 'a former patient',
} as const
