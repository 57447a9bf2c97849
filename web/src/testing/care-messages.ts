import type { CareMessage, MyThread, StaffThread } from '@fornix/contract'

export const threadId = '01930000-0000-7000-8000-000000000001'
export const testThread: MyThread = {
  thread_id: threadId,
  subject: 'Contact lenses',
  state: 'answered',
  last_at: '2032-03-10T15:30:00.000Z',
  unseen: 1,
}
export const testStaffThread: StaffThread = {
  ...testThread,
  state: 'open',
  patient_id: 'P-7K3QX9',
  name: 'Ana Rivera',
  dob: '04-17-1986',
  mrn_number: 'LN-204417',
  has_namesake: false,
  assignee: null,
  version: 0,
}
const message = (n: number, part: Partial<CareMessage>): CareMessage => ({
  message_id: `01930000-0000-7000-8000-00000000001${n}`,
  kind: 'message',
  text: 'May I wear them?\nOr https://lenses.example?',
  files: [],
  by_patient: true,
  by: 'Ana Rivera',
  role: 'Patient',
  sent_at: '2032-03-10T15:00:00.000Z',
  seen_at: '2032-03-10T15:10:00.000Z',
  ...part,
})
export const testMessages: CareMessage[] = [
  message(1, {}),
  message(2, { by_patient: false, by: 'Nora Lindt', role: 'Nurse', text: 'Clear ones, yes.', seen_at: null }),
]
