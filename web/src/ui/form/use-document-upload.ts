import { listDocuments, listMyDocuments, uploadDocument, uploadMyDocument } from '@fornix/contract'
import { refreshCall, sendFiles } from '../../platform/calls/api.ts'
import { untilAnswered } from '../../platform/calls/until-answered.ts'
import { useSession } from '../../platform/session/session.tsx'
import { acceptOf } from './check-upload.ts'
import type { Sending } from './use-uploads.ts'

export const documentRules = uploadMyDocument.upload!
/** As the specification says: ZIP files are dropped, or found among "All files". */
export const documentAccept = acceptOf({ types: documentRules.types.filter((type) => type !== 'zip') })

/** Adds a document to a record: a patient to the own one, staff to any. Resolves to its id, once for all tries of one key. */
export const useDocumentUpload = (patientKey: string) => {
  const own = useSession()?.role === 'Patient'
  const [upload, list] = own ? [uploadMyDocument, listMyDocuments] : [uploadDocument, listDocuments]
  return async (file: File, { key: upload_key, onProgress, onWaiting, signal }: Sending) => {
    const args = { params: { key: patientKey }, body: { upload_key } }
    const attempt = () => sendFiles(upload, args, [file], onProgress, signal)
    try {
      return (await untilAnswered(attempt, onWaiting, signal)).file_id
    } finally {
      // Also what failed or was canceled may have arrived. A list that does not come back is told by the list itself.
      void refreshCall(list)
    }
  }
}
