import { z } from 'zod'
import { maxRecipients, parseAddressList } from './addresses.ts'
import { byStaff, callsOf } from './call.ts'
import { Letter } from './email-template.ts'
import { ScanState } from './files.ts'
import { maxAttachmentBytes, maxAttachments, maxAttachmentsBytes } from './limits.ts'
import { pageQuery, pageTotals } from './paging.ts'
import { staff } from './roles.ts'

const defineCall = callsOf('emails')

export const emailSentences = {
  to: 'Invalid email(s) in To field',
  cc: 'Invalid email(s) in CC field',
  bcc: 'Invalid email(s) in BCC field',
  recipients: `Please use at most ${maxRecipients} recipients`,
  documents: 'Please choose the attached documents again.',
  tooLarge: 'File size exceeds 2MB limit.',
  tooLargeTogether: 'Total file size exceeds 20MB limit.',
} as const

const addresses = (sentence: string) =>
  z
    .string(sentence)
    .default('')
    .transform((text, context) => {
      const list = parseAddressList(text)
      if (list) return list
      context.addIssue(sentence)
      return z.NEVER
    })

const idList = z.array(z.uuid()).max(maxAttachments)
const readIds = (text: string) => {
  try {
    return idList.safeParse(text === '' ? [] : JSON.parse(text)).data
  } catch {
    return undefined
  }
}
/** Only ids of documents: the other inputs of a mail library (paths, addresses, raw text) cannot get in. */
const documentIds = z
  .string(emailSentences.documents)
  .default('[]')
  .transform((text, context) => {
    const ids = readIds(text)
    if (ids) return [...new Set(ids.map((id) => id.toLowerCase()))]
    context.addIssue(emailSentences.documents)
    return z.NEVER
  })

const Attachment = z.object({
  file_id: z.uuid(),
  /** Empty once the file was deleted. */
  file_name: z.string(),
  is_deleted: z.boolean().default(false),
  size: z.number().int(),
  scan_state: ScanState,
})

export const SentEmail = z.object({
  id: z.uuid(),
  to_email: z.string(),
  cc: z.string(),
  bcc: z.string(),
  subject: z.string(),
  message: z.string(),
  sent_date: z.string(),
  sent_by: z.string(),
  attachments: z.array(Attachment),
  delivery: z.enum(['queued', 'sent', 'failed']),
  /** Why it was not sent, or not to everybody; empty if there is nothing to report. */
  delivery_note: z.string(),
})
export type SentEmail = z.output<typeof SentEmail>

export const sendEmail = defineCall({
  method: 'POST',
  path: '/operator/send_email/:key/',
  summary: 'Send an email about a patient; it is kept with the record and leaves when the mail server takes it',
  allow: staff,
  right: 'send_email',
  limit: 'email',
  ifLost: 'again',
  audit: 'email.send',
  params: z.object({ key: z.string() }),
  body: z
    .object({
      to_email: addresses(emailSentences.to).refine((list) => list.length > 0, emailSentences.to),
      cc: addresses(emailSentences.cc),
      bcc: addresses(emailSentences.bcc),
      ...Letter.shape,
      attachments: documentIds,
      /** One per email written: sent again after a lost response, it is still one email. */
      send_key: z.uuid().optional(),
    })
    .refine(({ to_email, cc, bcc }) => to_email.length + cc.length + bcc.length <= maxRecipients, {
      path: ['to_email'],
      error: emailSentences.recipients,
    }),
  upload: {
    field: 'new_attachments',
    maxBytes: maxAttachmentBytes,
    types: ['pdf', 'png', 'jpeg', 'svg', 'docx'],
    missing: null,
    wrongType: 'Invalid file type. Please upload a PDF, PNG, JPEG, SVG, or Word docx file.',
    tooLarge: emailSentences.tooLarge,
    several: {
      maxFiles: maxAttachments,
      maxBytesTogether: maxAttachmentsBytes,
      tooManyFiles: `Please use at most ${maxAttachments} attachments`,
      tooLargeTogether: emailSentences.tooLargeTogether,
    },
    // 5,000 characters of any script, or 50 long addresses.
    maxFieldBytes: 24 * 1024,
  },
  response: z.object({ message: z.string() }),
})
export const listEmails = defineCall({
  method: 'GET',
  path: '/operator/retrieve_email_info/:key/',
  summary: 'The emails sent to a patient, newest first, and how their delivery goes',
  ...byStaff,
  audit: 'email.list',
  params: z.object({ key: z.string() }),
  query: pageQuery,
  response: z.object({ emails: z.array(SentEmail), ...pageTotals }),
})
export const downloadEmailAttachment = defineCall({
  method: 'GET',
  path: '/operator/download_email_attachment/:file_id/',
  summary: 'Open an email attachment',
  ...byStaff,
  audit: 'email.attachment_read',
  params: z.object({ file_id: z.uuid() }),
  response: 'file',
})
