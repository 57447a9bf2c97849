import { type AuditGroup, type AuditKind, maxAuditRows } from '@fornix/contract'
import { grouped } from '../../platform/base/grouped.ts'

const kinds: Record<AuditKind, string> = {
  scans: 'Scans and images',
  records: 'Records and appointments',
  files: 'Files and forms',
  emails: 'Emails',
  money: 'Reimbursements',
  exports: 'Exports',
  deletions: 'Deletions and restores',
  'failed-sign-ins': 'Failed sign-ins',
  rights: 'Accounts, roles, and rights',
  refusals: 'Refusals',
  settings: 'Settings',
  other: 'Sign-ins and other',
}
const groups: Record<AuditGroup, string> = {
  patients: 'All patients',
  visitors: 'Someone not signed in',
  portal: 'The portal',
}

export const messages = {
  title: 'Access log',
  lead: 'Who opened or changed what, in whose record, and when.',
  count: (total: number, isCapped: boolean) =>
    isCapped
      ? `More than ${grouped(maxAuditRows)} entries. Choose days or a person to narrow them.`
      : `${grouped(total)} ${total === 1 ? 'entry' : 'entries'}`,
  loading: 'Loading entries…',
  zone: (name: string) => `Times and days are in ${name}, the time zone of the site.`,
  filters: {
    label: 'Filters',
    patient: 'Patient',
    person: 'Who',
    everybody: 'Everyone',
    groups: 'Groups',
    works: 'Works here',
    left: 'Has left',
    kind: 'What',
    everything: 'Everything',
    from: 'From',
    to: 'To',
    wrongOrder: 'This day is before the first one',
    result: 'Result',
    anyResult: 'Done or refused',
    onePatient:
      'Searches, patient lists, and files made from those lists are not entered for each patient. To see the files, clear the patient and choose “Exports.”',
    oneStudy: 'One scan only. The small pictures in lists are left out.',
    clear: 'Clear filters',
  },
  kinds,
  groups,
  results: { done: 'Done', refused: 'Refused' },
  columns: { at: 'When', who: 'Who', what: 'What', record: 'Record', result: 'Result', details: 'Details' },
  details: 'Details',
  detailsOf: (what: string, at: string) => `Details: ${what}, ${at}`,
  close: 'Close',
  whoId: 'Id',
  role: 'Role',
  item: 'Which',
  reason: 'Why',
  came: 'More',
  request: 'Request',
  empty: 'No entries',
  emptyHint: 'No entries match these filters.',
  fetchFailed: 'The access log could not be loaded.',
  exportTitle: 'Export these entries?',
  exportText: 'This downloads the filtered entries as a CSV file. The download is recorded in the access log.',
} as const
