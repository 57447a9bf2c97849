import {
  type Document,
  deleteDocument,
  deleteMyDocument,
  downloadDocument,
  downloadForm,
  downloadMyDocument,
  listDocuments,
  listMyDocuments,
} from '@fornix/contract'
import { useDocumentUpload } from '../../clinic/documents/use-document-upload.ts'
import { download, fetchFile, useCall, useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { messages } from './messages.ts'

export type DocumentsPage = {
  page: number
  pageSize: number
  order: 'asc' | 'desc'
  searchQuery: string
  category?: Exclude<Document['category'], null> | undefined
}

export const downloadSentence = (error: unknown) => failureSentence(error, messages.downloadFailed, isForReader)

const readMine = ({ file_id }: Document) => fetchFile(downloadMyDocument, { params: { file_id } })
const readOfPatient = ({ file_id }: Document) => fetchFile(downloadDocument, { params: { file_id } })

/** A patient and the staff use different addresses for the same documents. */
export const useDocuments = (key: string, { page, pageSize, order, searchQuery, category }: DocumentsPage) => {
  const own = useSession()?.role === 'Patient'
  const calls = own
    ? { list: listMyDocuments, download: downloadMyDocument, remove: deleteMyDocument }
    : { list: listDocuments, download: downloadDocument, remove: deleteDocument }
  const query = useCall(
    calls.list,
    { params: { key }, query: { page, page_size: pageSize, order, searchQuery, category } },
    { enabled: key !== '', keepPrevious: true },
  )
  const remove = useSend(calls.remove, { refreshes: [calls.list] })
  return {
    query,
    read: own ? readMine : readOfPatient,
    upload: useDocumentUpload(key),
    // The kind decides, not the name: a signed form has its own call, which checks its seal.
    download: ({ file_id, file_name, kind }: Document) =>
      kind === 'authorization_form'
        ? download(downloadForm, { params: { file_id } }, `${file_name}.pdf`)
        : download(calls.download, { params: { file_id } }, file_name),
    remove: (file_id: string) => remove.mutateAsync({ params: { file_id } }),
  }
}
