import { z } from 'zod'
import { byPatient, callsOf, ownAndStaffOf, type Upload } from './call.ts'
import { dollars, inFuture, latestDay, line, longText, requiredText } from './fields.ts'
import { ScanState, uploadKey } from './files.ts'
import { maxReceiptBytes } from './limits.ts'
import { reimbursementStatuses } from './reimbursement-statuses.ts'
import { patient, staff } from './roles.ts'
import { message } from './session.ts'
import { typedDay } from './typed-day.ts'

const defineCall = callsOf('reimbursements')

export const reimbursementCategories = ['Transportation', 'Hotel', 'Food', 'Other'] as const
const money = z.string()
const description = requiredText('Description is required')
const category = z.enum(reimbursementCategories, 'Please choose a category')

/** When the money was spent, as people write a day; empty is not given. */
const expenseDate = line(60).transform((typed, context) => {
  if (typed === '') return null
  const day = typedDay(typed)
  const problem = !day
    ? 'Please write a date with month, day, and year, such as 11/21/2026'
    : day > latestDay()
      ? inFuture
      : day < '2000-01-01' && 'Please check the year'
  if (!problem) return day ?? null
  context.addIssue(problem)
  return z.NEVER
})

export const NewReimbursement = z.object({
  amount: dollars,
  description,
  category: category.default('Transportation'),
  expense_date: expenseDate.optional(),
})

/** What staff may change; fields left out stay. */
export const ReimbursementChange = z.object({
  amount: dollars.optional(),
  description: description.optional(),
  category: category.optional(),
  expense_date: expenseDate.optional(),
  status: z.enum(reimbursementStatuses).optional(),
  comment: longText().optional(),
  version: z.preprocess((given) => (given === '' ? undefined : given), z.coerce.number().int().optional()),
})

/** The patient's answer to the clinic's question; a receipt may be attached, or be all of it. */
export const ReimbursementAnswer = z.object({ note: longText().default('') })
export const answerMissing = 'Please write a note or add a receipt'

const Receipt = z.object({ file_id: z.uuid(), file_name: z.string(), file_type: z.string(), scan_state: ScanState })
export type Receipt = z.output<typeof Receipt>
const Step = z.object({
  status: z.enum(reimbursementStatuses),
  amount: money,
  comment: z.string(),
  author: z.string(),
  timestamp: z.string(),
  /** The patient's, to a request on hold. */
  is_answer: z.boolean().default(false),
  /** The receipt that this answer replaced. */
  earlier_receipt: Receipt.nullable().default(null),
  /** It existed and was removed. */
  is_receipt_removed: z.boolean().default(false),
})
/** One person's decision that another has to confirm, by deciding the same; patients see none of it. */
const Waiting = z.object({
  status: z.enum(reimbursementStatuses),
  amount: money,
  comment: z.string(),
  name: z.string(),
  at: z.string(),
  is_mine: z.boolean(),
})
export const Reimbursement = z.object({
  id: z.uuid(),
  amount: money,
  paid_amount: money.nullable(),
  description: z.string(),
  category,
  status: z.enum(reimbursementStatuses),
  comment: z.string(),
  ...Receipt.shape,
  /** The download has the file; lists never carry it. */
  file_data: z.null(),
  date: z.string(),
  upload_date: z.string(),
  /** YYYY-MM-DD */
  expense_date: z.string().nullable().default(null),
  email: z.string(),
  version: z.number().int(),
  history: z.array(Step),
  waiting: Waiting.nullable().default(null),
})
export type Reimbursement = z.output<typeof Reimbursement>

const totals = { reimbursement_amount: money, paid_reimbursement_amount: money }
const receipt: Upload = {
  field: 'files',
  maxBytes: maxReceiptBytes,
  types: ['pdf', 'png', 'jpeg', 'svg'],
  missing: 'File is required',
  wrongType: 'Invalid file type. Please upload a PDF, PNG, JPEG, JPG, or SVG file.',
  tooLarge: 'File size exceeds 1MB limit.',
  // A note of 5,000 characters in any script.
  maxFieldBytes: 20_000,
}
const list = { method: 'GET', limit: 'session', audit: 'reimbursement.list' } as const
const sending = { method: 'POST', limit: 'upload', ifLost: 'again' } as const
const add = { ...sending, audit: 'reimbursement.add', upload: receipt, response: message } as const
const byId = { params: z.object({ id: z.uuid() }) }
const download = {
  method: 'GET',
  care: 'money',
  limit: 'session',
  audit: 'reimbursement.read',
  params: z.object({ file_id: z.uuid() }),
  response: 'file',
} as const

export const getReimbursementAmount = defineCall({
  method: 'POST',
  path: '/patient/get_reimbursement_amount/:key/',
  summary: 'What was asked for and not rejected, and what was paid',
  ...byPatient,
  care: 'money',
  ifLost: 'nothing',
  audit: 'reimbursement.list',
  params: z.object({ key: z.string() }),
  response: z.object(totals),
})
export const listMyReimbursements = defineCall({
  ...list,
  path: '/patient/fetch_reimbursements/:key/',
  summary: "The patient's own reimbursement requests",
  allow: patient,
  care: 'money',
  params: z.object({ key: z.string() }),
  response: z.object({ reimbursements: z.array(Reimbursement) }),
})
export const listReimbursements = defineCall({
  ...list,
  path: '/operator/fetch_reimbursements/:key/',
  summary: 'The reimbursement requests of a patient',
  allow: staff,
  params: z.object({ key: z.string() }),
  response: z.object({ reimbursements: z.array(Reimbursement), ...totals }),
})
export const addMyReimbursement = defineCall({
  ...add,
  path: '/patient/add_reimbursements/',
  summary: 'Ask for a reimbursement',
  allow: patient,
  care: 'money',
  body: NewReimbursement.extend({ upload_key: uploadKey }),
})
export const addReimbursement = defineCall({
  ...add,
  path: '/operator/add_reimbursements/',
  summary: 'Add a reimbursement request for a patient',
  allow: staff,
  body: NewReimbursement.extend({ upload_key: uploadKey, email: z.string().max(254) }),
})
export const answerMyReimbursement = defineCall({
  ...sending,
  path: '/patient/answer_reimbursement/:id/',
  summary: 'Answer what the clinic asked about a request that is on hold',
  allow: patient,
  care: 'money',
  audit: 'reimbursement.answer',
  ...byId,
  body: ReimbursementAnswer.extend({ version: z.coerce.number().int(), upload_key: uploadKey }),
  upload: { ...receipt, missing: null },
  response: message,
})
export const updateReimbursement = defineCall({
  method: 'POST',
  path: '/operator/update_reimbursements/:id/',
  summary: 'Change a reimbursement request or its status',
  allow: staff,
  right: 'decide_money',
  proof: 'fresh',
  idempotent: true,
  limit: 'upload',
  audit: 'reimbursement.update',
  ...byId,
  body: ReimbursementChange,
  upload: { ...receipt, missing: null },
  response: z.object({ message: z.string(), reimbursement: Reimbursement }),
})
export const deleteReimbursement = defineCall({
  method: 'DELETE',
  path: '/operator/delete_reimbursements/:id/',
  summary: 'Delete a reimbursement request that was not paid',
  allow: staff,
  right: 'decide_money',
  proof: 'fresh',
  idempotent: true,
  limit: 'session',
  audit: 'reimbursement.delete',
  ...byId,
  // The request as it was shown; a client that does not say it, as none had to, deletes no approved one.
  body: z.object({ version: z.number().int().optional() }).default({}),
  response: message,
})
export const [downloadMyReimbursementFile, downloadReimbursementFile] = ownAndStaffOf('reimbursements')(
  download,
  { path: '/patient/download_reimbursement_document/:file_id/', summary: 'Open the receipt of one’s own request' },
  { path: '/operator/download_reimbursement_document/:file_id/', summary: 'Open the receipt of a request' },
)
export const [removeMyReceipt, removeReceipt] = ownAndStaffOf('reimbursements')(
  {
    method: 'DELETE',
    idempotent: true,
    care: 'money',
    limit: 'session',
    audit: 'reimbursement.remove_receipt',
    params: z.object({ file_id: z.uuid() }),
    response: message,
  },
  { path: '/patient/earlier_receipts/:file_id/', summary: 'Remove a replaced receipt of one’s own' },
  {
    path: '/operator/earlier_receipts/:file_id/',
    summary: 'Remove a replaced receipt',
    right: 'decide_money',
    proof: 'fresh',
  },
)
