import {
  type Document,
  deleteDocument,
  deleteMyDocument,
  downloadDocument,
  downloadForm,
  downloadMyDocument,
  listDocuments,
  listMyDocuments,
  uploadDocument,
  uploadMyDocument,
} from '@fornix/contract'
import { ApiFailure, download, refreshCall, sendFiles, useCall, useSend } from '../../platform/calls/api.ts'
import { fileSentence } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import { messages } from './messages.ts'

export type DocumentsPage = { page: number; pageSize: number; order: 'asc' | 'desc' }

/** The sentence of a refusal of the file itself; anything else is the page's own sentence. */
export const uploadSentence = (error: unknown) =>
  error instanceof ApiFailure && [400, 409, 413, 415].includes(error.status) && error.body?.error
    ? error.body.error
    : messages.uploadFailed

export const downloadSentence = (error: unknown) => fileSentence(error, messages.downloadFailed)

/** A patient and the staff reach the same documents at different addresses. */
export const useDocuments = (key: string, { page, pageSize, order }: DocumentsPage) => {
  const own = useSession()?.role === 'Patient'
  const calls = own
    ? { list: listMyDocuments, upload: uploadMyDocument, download: downloadMyDocument, remove: deleteMyDocument }
    : { list: listDocuments, upload: uploadDocument, download: downloadDocument, remove: deleteDocument }
  const query = useCall(
    calls.list,
    { params: { key }, query: { page, page_size: pageSize, order } },
    { enabled: key !== '', keepPrevious: true },
  )
  const remove = useSend(calls.remove, { refreshes: [calls.list] })
  return {
    query,
    upload: async (file: File, onProgress: (percent: number) => void, signal?: AbortSignal) => {
      await sendFiles(calls.upload, { params: { key } }, [file], onProgress, signal)
      // The file is kept: a list that does not come back is told by the list itself.
      void refreshCall(calls.list)
    },
    // The kind decides, not the name: a signed form has a call of its own, which checks its seal.
    download: ({ file_id, file_name, kind }: Document) =>
      kind === 'authorization_form'
        ? download(downloadForm, { params: { file_id } }, `${file_name}.pdf`)
        : download(calls.download, { params: { file_id } }, file_name),
    remove: (file_id: string) => remove.mutateAsync({ params: { file_id } }),
  }
}
