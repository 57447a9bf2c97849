import { z } from 'zod'
import { byPatient, byStaff, callsOf, ownAndStaffOf } from './call.ts'
import {
  CareMessage,
  MyThread,
  NewMessage,
  NewThread,
  StaffThread,
  ThreadClosing,
  threadAssignment,
  threadViews,
} from './care-threads.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { patient, staff } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('care-messages')
const byThread = z.object({ thread: z.uuid() })
const byKey = z.object({ key: z.string() })

const messages = z.array(CareMessage)
/** How many business days the project usually takes to answer. */
const answer_days = z.number().int()

export const listMyThreads = defineCall({
  method: 'GET',
  path: '/patient/messages/',
  summary: 'The patient’s messages with the care team, by thread, the newest first',
  ...byPatient,
  care: 'files',
  userInitiated: false,
  audit: 'care_message.list',
  query: pageQuery,
  response: z.object({ threads: z.array(MyThread), answer_days, ...pageTotals }),
})
export const countMyMessages = defineCall({
  method: 'GET',
  path: '/patient/messages_count/',
  summary: 'How many messages of the care team the patient has not seen',
  ...byPatient,
  care: 'files',
  userInitiated: false,
  audit: { none: 'a number, asked again and again' },
  response: z.object({ unseen: z.number().int() }),
})
export const getMyThread = defineCall({
  method: 'GET',
  path: '/patient/messages/:thread/',
  summary: 'One thread of the patient’s messages',
  ...byPatient,
  care: 'files',
  userInitiated: false,
  audit: 'care_message.read',
  params: byThread,
  response: z.object({ thread: MyThread, messages, answer_days }),
})

export const listThreads = defineCall({
  method: 'GET',
  path: '/operator/care_messages/',
  summary: 'The threads of all patients: what waits longest first, all else the newest first',
  ...byStaff,
  right: 'see_medical',
  userInitiated: false,
  audit: 'care_message.inbox',
  query: pageQuery.extend({
    view: z.enum(threadViews).default('open'),
    searchQuery: z.string().max(200).default(''),
  }),
  response: z.object({ threads: z.array(StaffThread), ...pageTotals }),
})
export const countThreads = defineCall({
  method: 'GET',
  path: '/operator/care_messages_count/',
  summary: 'How many threads wait for an answer',
  ...byStaff,
  right: 'see_medical',
  userInitiated: false,
  audit: { none: 'a number, asked every minute' },
  response: z.object({ open: z.number().int() }),
})
export const listPatientThreads = defineCall({
  method: 'GET',
  path: '/operator/patient_messages/:key/',
  summary: 'The threads of one patient, the newest first',
  ...byStaff,
  right: 'see_medical',
  userInitiated: false,
  audit: 'care_message.list',
  params: byKey,
  query: pageQuery,
  response: z.object({ threads: z.array(StaffThread), ...pageTotals }),
})
export const getThread = defineCall({
  method: 'GET',
  path: '/operator/care_messages/:thread/',
  summary: 'One thread with its patient and who answers it',
  ...byStaff,
  right: 'see_medical',
  userInitiated: false,
  audit: 'care_message.read',
  params: byThread,
  response: z.object({ thread: StaffThread, messages }),
})

const twins = ownAndStaffOf('care-messages')
const withRight = { right: 'see_medical' } as const

export const [sendMyMessage, answerThread] = twins(
  {
    method: 'POST',
    care: 'files',
    limit: 'careMessage',
    ifLost: 'again',
    audit: 'care_message.send',
    params: byThread,
    body: NewMessage,
    response: message,
  },
  { path: '/patient/messages/:thread/', summary: 'Write a message' },
  { path: '/operator/care_messages/:thread/', summary: 'Answer a patient', ...withRight },
)
export const [markMyThreadSeen, markThreadSeen] = twins(
  {
    method: 'POST',
    care: 'files',
    limit: 'session',
    userInitiated: false,
    audit: 'care_message.see',
    params: byThread,
    /** The newest message on the screen: later ones stay new. */
    body: z.object({ through: z.uuid() }),
    response: z.object({ seen: z.number().int() }),
  },
  { path: '/patient/messages/:thread/seen/', summary: 'Mark one’s own messages as read' },
  {
    path: '/operator/care_messages/:thread/seen/',
    summary: 'Mark a patient’s messages as read',
    ...withRight,
  },
)
const started = z.object({ message: z.string(), thread_id: z.uuid() })
export const startMyThread = defineCall({
  method: 'POST',
  path: '/patient/messages/',
  summary: 'Start a conversation with the care team',
  allow: patient,
  care: 'files',
  limit: 'careMessage',
  ifLost: 'again',
  audit: 'care_message.start',
  body: NewThread,
  response: started,
})
export const startThread = defineCall({
  method: 'POST',
  path: '/operator/patient_messages/:key/',
  summary: 'Start a conversation with a patient',
  allow: staff,
  right: 'see_medical',
  limit: 'careMessage',
  ifLost: 'again',
  audit: 'care_message.start',
  params: byKey,
  body: NewThread,
  response: started,
})
export const closeThread = defineCall({
  method: 'POST',
  path: '/operator/care_messages/:thread/close/',
  summary: 'Close a thread, with a note for the patient',
  ...byStaff,
  right: 'see_medical',
  ifLost: 'again',
  audit: 'care_message.close',
  params: byThread,
  body: ThreadClosing,
  response: message,
})
export const assignThread = defineCall({
  method: 'POST',
  path: '/operator/care_messages/:thread/assign/',
  summary: 'Assign a conversation',
  allow: staff,
  right: 'see_medical',
  idempotent: true,
  limit: 'session',
  audit: 'care_message.assign',
  params: byThread,
  body: z.object({
    assignee: z
      .string()
      .max(254)
      .nullish()
      .transform((key) => key || null),
    version: z.number().int(),
  }),
  response: z.object(threadAssignment),
})
