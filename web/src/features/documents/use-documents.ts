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
import { download, fetchFile, refreshCall, sendFiles, useCall, useSend } from '../../platform/calls/api.ts'
import { untilAnswered } from '../../platform/calls/until-answered.ts'
import { fileSentence } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import type { Sending } from '../../ui/form/use-uploads.ts'
import { messages } from './messages.ts'

export type DocumentsPage = { page: number; pageSize: number; order: 'asc' | 'desc' }

export const downloadSentence = (error: unknown) => fileSentence(error, messages.downloadFailed)

const readMine = ({ file_id }: Document) => fetchFile(downloadMyDocument, { params: { file_id } })
const readOfPatient = ({ file_id }: Document) => fetchFile(downloadDocument, { params: { file_id } })

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
    read: own ? readMine : readOfPatient,
    upload: async (file: File, { key: upload_key, onProgress, onWaiting, signal }: Sending) => {
      const args = { params: { key }, body: { upload_key } }
      const attempt = () => sendFiles(calls.upload, args, [file], onProgress, signal)
      try {
        return (await untilAnswered(attempt, onWaiting, signal)).file_id
      } finally {
        // Also what failed or was canceled may have arrived. A list that does not come back is told by the list itself.
        void refreshCall(calls.list)
      }
    },
    // The kind decides, not the name: a signed form has a call of its own, which checks its seal.
    download: ({ file_id, file_name, kind }: Document) =>
      kind === 'authorization_form'
        ? download(downloadForm, { params: { file_id } }, `${file_name}.pdf`)
        : download(calls.download, { params: { file_id } }, file_name),
    remove: (file_id: string) => remove.mutateAsync({ params: { file_id } }),
  }
}
