import { recordAddress } from '../../platform/calls/chosen-patient.ts'

/** The tab of a record that shows its conversations. */
export const recordTab = 'messages'
/** Where staff read a conversation: in the record of its patient. */
export const threadAddress = (patientId: string, thread: string) =>
  `${recordAddress(patientId, recordTab)}&${new URLSearchParams({ thread })}`
