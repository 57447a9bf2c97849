import type { QueueItem, QueueKind } from '@fornix/contract'
import { paths } from '../../platform/base/paths.ts'
import { recordAddress } from '../../platform/calls/chosen-patient.ts'

const inRecord =
  (tab?: string) =>
  ({ patient_id }: QueueItem) =>
    recordAddress(patient_id, tab)

/** The list of a kind that has its own page. */
export const listOf: Partial<Record<QueueKind, string>> = {
  visit: paths.daySheet,
  message: paths.careMessages,
  request: paths.adminScanRequests,
  unmatched: paths.unmatchedStudies,
  emergency: paths.emergencyAccess,
  recovery: paths.projectSettings,
}

/** Where a piece of work is done. */
const spots: Record<QueueKind, (item: QueueItem) => string> = {
  visit: ({ id }) => `${paths.daySheet}?${new URLSearchParams({ visit: id })}`,
  message: ({ id, patient_id }) => `${recordAddress(patient_id, 'messages')}&${new URLSearchParams({ thread: id })}`,
  screening: inRecord('mrsafety'),
  form: inRecord('file'),
  countersign: ({ id }) => paths.signedForm(id),
  request: ({ id }) => `${paths.adminScanRequests}?${new URLSearchParams({ request: id })}`,
  unmatched: ({ name, mrn_number }) =>
    `${paths.unmatchedStudies}?${new URLSearchParams({ searchQuery: mrn_number || name })}`,
  reimbursement: inRecord('reimbursement'),
  closure: inRecord(),
  // Not the record: a review needs the log of what was done there, and opens no record itself.
  emergency: () => `${paths.emergencyAccess}?${new URLSearchParams({ view: 'to_review' })}`,
  recovery: ({ id }) => `${paths.projectSettings}?${new URLSearchParams({ recovery: id })}`,
  mail: inRecord('email'),
  registration: inRecord(),
  invitation: (item) =>
    item.patient_id ? inRecord()(item) : `${paths.operatorList}?${new URLSearchParams({ searchQuery: item.note })}`,
}
export const spotOf = (kind: QueueKind, item: QueueItem) => spots[kind](item)
