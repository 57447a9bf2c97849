import { z } from 'zod'
import { longText, requiredLine, requiredText } from './fields.ts'
import { maxFilesPerMessage, maxMessageLength, maxThreadNoteLength } from './limits.ts'
import { PatientIdentity } from './patient-identity.ts'

/** Open: the patient wrote last. Answered: the care team did. Closed: the care team ended it, until the patient writes again. */
export const threadStates = ['open', 'answered', 'closed'] as const
export type ThreadState = (typeof threadStates)[number]
/** The views of the staff inbox; `mine` is what the caller has taken and nobody has closed. */
export const threadViews = ['open', 'mine', 'answered', 'closed', 'all'] as const
export type ThreadView = (typeof threadViews)[number]

/** Made by the browser, one per text: a repeated id is the same message, however often it is sent. */
const id = z.uuid('Please reload the page')
const text = requiredText('Please write a message', maxMessageLength)
/** Documents already uploaded to the record. */
const files = z
  .array(z.uuid('Please attach the file again'))
  .max(maxFilesPerMessage, `Please use at most ${maxFilesPerMessage} files`)
  .default([])
export const NewMessage = z.object({ id, text, files })
export const NewThread = z.object({ subject: requiredLine('Please write a subject'), ...NewMessage.shape })
export const ThreadClosing = z.object({ id, note: longText(maxThreadNoteLength).default('') })

/** A document that a message refers to; of a deleted one, nothing but that it was deleted. */
const AttachedFile = z.object({
  file_id: z.uuid(),
  file_name: z.string(),
  /** As detected in its bytes. */
  file_type: z.string().nullable().default(null),
  is_deleted: z.boolean(),
})
export const CareMessage = z.object({
  message_id: z.uuid(),
  /** A closing may be without text. */
  kind: z.enum(['message', 'closing']),
  text: z.string(),
  files: z.array(AttachedFile).default([]),
  by_patient: z.boolean(),
  by: z.string(),
  role: z.string(),
  sent_at: z.string(),
  /** When it first appeared on the other side's screen. */
  seen_at: z.string().nullable(),
})
export type CareMessage = z.output<typeof CareMessage>

export const MyThread = z.object({
  thread_id: z.uuid(),
  subject: z.string(),
  state: z.enum(threadStates),
  last_at: z.string(),
  /** Messages from the other side that the caller's side has not seen. */
  unseen: z.number().int(),
})
export type MyThread = z.output<typeof MyThread>

export const threadAssignment = {
  assignee: z.object({ provider_id: z.string(), name: z.string() }).nullable(),
  /** 0 until somebody takes it. */
  version: z.number().int(),
}
export const StaffThread = MyThread.extend({
  ...PatientIdentity.shape,
  dob: z.string().nullable(),
  ...threadAssignment,
})
export type StaffThread = z.output<typeof StaffThread>
