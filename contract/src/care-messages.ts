import { z } from 'zod'
import { callsOf, ownAndStaffOf } from './call.ts'
import { longText, requiredLine, requiredText } from './fields.ts'
import { maxFilesPerMessage, maxMessageLength, maxThreadNoteLength } from './limits.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { patient, staff } from './roles.ts'
import { message } from './session.ts'

const defineCall = callsOf('care-messages')
const byThread = z.object({ thread: z.uuid() })
const byKey = z.object({ key: z.string() })

/** Open: the patient wrote last. Answered: the care team did. Closed: the care team ended it, until the patient writes again. */
export const threadStates = ['open', 'answered', 'closed'] as const
export type ThreadState = (typeof threadStates)[number]
/** What the inbox of the staff shows; `mine` is what the caller has taken and nobody has closed. */
export const threadViews = ['open', 'mine', 'answered', 'closed', 'all'] as const
export type ThreadView = (typeof threadViews)[number]

/** Made by the browser for one text: the same id once more is the same message, however often it is sent. */
const id = z.uuid('Please reload the page')
const text = requiredText('Please write a message', maxMessageLength)
/** Documents of the record, uploaded before. */
const files = z
  .array(z.uuid('Please attach the file again'))
  .max(maxFilesPerMessage, `At most ${maxFilesPerMessage} files, please`)
  .default([])
export const NewMessage = z.object({ id, text, files })
export const NewThread = z.object({ subject: requiredLine('Please write a subject'), ...NewMessage.shape })
export const ThreadClosing = z.object({ id, note: longText(maxThreadNoteLength).default('') })

const CareMessage = z.object({
  message_id: z.uuid(),
  /** A closing may have no text. */
  kind: z.enum(['message', 'closing']),
  text: z.string(),
  files: z.array(z.object({ file_id: z.uuid(), file_name: z.string(), is_deleted: z.boolean() })).default([]),
  by_patient: z.boolean(),
  by: z.string(),
  role: z.string(),
  sent_at: z.string(),
  /** When the other side first had it on the screen. */
  seen_at: z.string().nullable(),
})
export type CareMessage = z.output<typeof CareMessage>

const Thread = z.object({
  thread_id: z.uuid(),
  subject: z.string(),
  state: z.enum(threadStates),
  last_at: z.string(),
  /** Messages of the other side that the caller’s side has not seen. */
  unseen: z.number().int(),
})
const assignment = {
  assignee: z.object({ provider_id: z.string(), name: z.string() }).nullable(),
  /** 0 as long as nobody has taken it. */
  version: z.number().int(),
}
const StaffThread = Thread.extend({
  patient_id: z.string(),
  name: z.string(),
  dob: z.string().nullable(),
  mrn_number: z.string(),
  /** Another living patient of the project has the same name. */
  has_namesake: z.boolean().default(false),
  ...assignment,
})
export type MyThread = z.output<typeof Thread>
export type StaffThread = z.output<typeof StaffThread>

const messages = z.array(CareMessage)
/** Within how many business days the project usually answers. */
const answer_days = z.number().int()

export const listMyThreads = defineCall({
  method: 'GET',
  path: '/patient/messages/',
  summary: 'The patient’s messages with the care team, by thread, the newest first',
  allow: patient,
  care: 'files',
  limit: 'session',
  userInitiated: false,
  audit: 'care_message.list',
  query: pageQuery,
  reply: z.object({ threads: z.array(Thread), answer_days, ...pageTotals }),
})
export const countMyMessages = defineCall({
  method: 'GET',
  path: '/patient/messages_count/',
  summary: 'How many messages of the care team the patient has not seen',
  allow: patient,
  care: 'files',
  limit: 'session',
  userInitiated: false,
  audit: { none: 'a number, asked again and again' },
  reply: z.object({ unseen: z.number().int() }),
})
export const getMyThread = defineCall({
  method: 'GET',
  path: '/patient/messages/:thread/',
  summary: 'One thread of the patient’s messages',
  allow: patient,
  care: 'files',
  limit: 'session',
  userInitiated: false,
  audit: 'care_message.read',
  params: byThread,
  reply: z.object({ thread: Thread, messages, answer_days }),
})

export const listThreads = defineCall({
  method: 'GET',
  path: '/operator/care_messages/',
  summary: 'The threads of all patients: what waits longest first, all else the newest first',
  allow: staff,
  right: 'see_medical',
  limit: 'session',
  userInitiated: false,
  audit: 'care_message.inbox',
  query: pageQuery.extend({
    view: z.enum(threadViews).default('open'),
    searchQuery: z.string().max(200).default(''),
  }),
  reply: z.object({ threads: z.array(StaffThread), ...pageTotals }),
})
export const countThreads = defineCall({
  method: 'GET',
  path: '/operator/care_messages_count/',
  summary: 'How many threads wait for an answer',
  allow: staff,
  right: 'see_medical',
  limit: 'session',
  userInitiated: false,
  audit: { none: 'a number, asked every minute' },
  reply: z.object({ open: z.number().int() }),
})
export const listPatientThreads = defineCall({
  method: 'GET',
  path: '/operator/patient_messages/:key/',
  summary: 'The threads of one patient, the newest first',
  allow: staff,
  right: 'see_medical',
  limit: 'session',
  userInitiated: false,
  audit: 'care_message.list',
  params: byKey,
  query: pageQuery,
  reply: z.object({ threads: z.array(StaffThread), ...pageTotals }),
})
export const getThread = defineCall({
  method: 'GET',
  path: '/operator/care_messages/:thread/',
  summary: 'One thread with its patient and who answers it',
  allow: staff,
  right: 'see_medical',
  limit: 'session',
  userInitiated: false,
  audit: 'care_message.read',
  params: byThread,
  reply: z.object({ thread: StaffThread, messages }),
})

const twins = ownAndStaffOf('care-messages')
const withRight = { right: 'see_medical' } as const

export const [sendMyMessage, answerThread] = twins(
  {
    method: 'POST',
    care: 'files',
    limit: 'careMessage',
    audit: 'care_message.send',
    params: byThread,
    body: NewMessage,
    reply: message,
  },
  { path: '/patient/messages/:thread/', summary: 'Write another message; a closed thread is open again' },
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
    /** The newest message on the screen: what came after it stays new. */
    body: z.object({ through: z.uuid() }),
    reply: z.object({ seen: z.number().int() }),
  },
  { path: '/patient/messages/:thread/seen/', summary: 'Say that the patient had the messages on the screen' },
  {
    path: '/operator/care_messages/:thread/seen/',
    summary: 'Say that the care team had the messages on the screen',
    ...withRight,
  },
)
const started = z.object({ message: z.string(), thread_id: z.uuid() })
export const startMyThread = defineCall({
  method: 'POST',
  path: '/patient/messages/',
  summary: 'Write to the care team about something new',
  allow: patient,
  care: 'files',
  limit: 'careMessage',
  audit: 'care_message.start',
  body: NewThread,
  reply: started,
})
export const startThread = defineCall({
  method: 'POST',
  path: '/operator/patient_messages/:key/',
  summary: 'Write to a patient about something new',
  allow: staff,
  right: 'see_medical',
  limit: 'careMessage',
  audit: 'care_message.start',
  params: byKey,
  body: NewThread,
  reply: started,
})
export const closeThread = defineCall({
  method: 'POST',
  path: '/operator/care_messages/:thread/close/',
  summary: 'Close a thread, with a note for the patient',
  allow: staff,
  right: 'see_medical',
  limit: 'session',
  audit: 'care_message.close',
  params: byThread,
  body: ThreadClosing,
  reply: message,
})
export const assignThread = defineCall({
  method: 'POST',
  path: '/operator/care_messages/:thread/assign/',
  summary: 'Take a thread, give it to a colleague, or release it',
  allow: staff,
  right: 'see_medical',
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
  reply: z.object(assignment),
})
