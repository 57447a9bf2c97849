import { z } from 'zod'
import { byStaff, callsOf, ownAndStaffOf } from './call.ts'
import { ScanState, uploadKey } from './files.ts'
import { maxDocumentBytes } from './limits.ts'
import { newestFirstQuery, pageTotals } from './paging.ts'

const ownAndStaff = ownAndStaffOf('documents')

export const documentTypes = ['pdf', 'png', 'jpeg', 'svg', 'zip'] as const

/** The kinds of documents, as staff sort them. */
export const documentCategories = ['referral', 'report', 'insurance', 'consent', 'other'] as const

export const Document = z.object({
  file_id: z.uuid(),
  file_name: z.string(),
  file_type: z.string().nullable(),
  upload_date: z.string(),
  size: z.number().int(),
  kind: z.enum(['document', 'authorization_form']),
  scan_state: ScanState,
  deletable: z.boolean(),
  /** Who uploaded it, as far as the reader may know: a name, "you", "the patient" or "your care team"; empty if unknown. */
  uploader: z.string().default(''),
  category: z.enum(documentCategories).nullable().default(null),
})
export type Document = z.output<typeof Document>

const list = {
  method: 'GET',
  care: 'files',
  limit: 'session',
  audit: 'document.list',
  params: z.object({ key: z.string() }),
  /** `searchQuery`: letters anywhere in a file's name. */
  query: newestFirstQuery.extend({
    searchQuery: z.string().max(200).default(''),
    category: z.enum(documentCategories).optional(),
  }),
  response: z.object({ documents: z.array(Document), ...pageTotals }),
} as const
const upload = {
  method: 'POST',
  care: 'files',
  limit: 'upload',
  ifLost: 'again',
  audit: 'document.upload',
  params: z.object({ key: z.string() }),
  body: z.object({ upload_key: uploadKey }),
  upload: {
    field: 'file',
    maxBytes: maxDocumentBytes,
    types: documentTypes,
    missing: 'Please select a file',
    wrongType: 'Invalid file type. Please upload a PDF, PNG, JPEG, or SVG file.',
    tooLarge: 'File size exceeds 5MB limit.',
  },
  response: z.object({ message: z.string(), file_id: z.uuid() }),
} as const
const byFile = { params: z.object({ file_id: z.uuid() }) }
const download = {
  ...byFile,
  method: 'GET',
  care: 'files',
  limit: 'session',
  audit: 'document.read',
  response: 'file',
} as const
const remove = {
  ...byFile,
  method: 'DELETE',
  care: 'files',
  idempotent: true,
  limit: 'session',
  audit: 'document.delete',
  response: z.object({ message: z.string() }),
} as const

export const [listMyDocuments, listDocuments] = ownAndStaff(
  list,
  { path: '/patient/retrieve_documents/:key/', summary: "The patient's own documents" },
  { path: '/operator/retrieve_documents/:key/', summary: 'The documents of a patient' },
)
export const [uploadMyDocument, uploadDocument] = ownAndStaff(
  upload,
  { path: '/patient/upload_document/:key/', summary: 'Upload one’s own document' },
  { path: '/operator/upload_document/:key/', summary: 'Upload a document of a patient' },
)
export const [downloadMyDocument, downloadDocument] = ownAndStaff(
  download,
  { path: '/patient/download_document/:file_id/', summary: 'Open one’s own document' },
  { path: '/operator/download_document/:file_id/', summary: 'Open a document' },
)
export const [deleteMyDocument, deleteDocument] = ownAndStaff(
  remove,
  { path: '/patient/delete_document/:file_id/', summary: 'Delete a document uploaded in the last 24 hours' },
  { path: '/operator/delete_document/:file_id/', summary: 'Delete a document', proof: 'fresh' },
)
export const categorizeDocument = callsOf('documents')({
  ...byFile,
  method: 'POST',
  path: '/operator/categorize_document/:file_id/',
  summary: 'Set the type of a document',
  ...byStaff,
  audit: 'document.categorize',
  body: z.object({ category: z.enum(documentCategories).nullable() }),
  response: z.object({ message: z.string() }),
})
