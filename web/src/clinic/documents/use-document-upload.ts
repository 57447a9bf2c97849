import { listDocuments, listMyDocuments, uploadDocument, uploadMyDocument } from '@fornix/contract'
import { refreshCall, sendFiles } from '../../platform/calls/api.ts'
import { untilResponse } from '../../platform/calls/until-response.ts'
import { useSession } from '../../platform/session/session.tsx'
import { acceptOf } from '../../ui/form/check-upload.ts'
import type { Sending } from '../../ui/form/use-uploads.ts'

export const documentRules = uploadMyDocument.upload!
/** The specification: ZIP files can be dropped, or are found under "All files". */
export const documentAccept = acceptOf({ types: documentRules.types.filter((type) => type !== 'zip') })

/** Adds a document to a record: patients to their own, staff to any. Resolves to its id, the same for all tries with one key. */
export const useDocumentUpload = (patientKey: string) => {
  const own = useSession()?.role === 'Patient'
  const [upload, list] = own ? [uploadMyDocument, listMyDocuments] : [uploadDocument, listDocuments]
  return async (file: File, { key: upload_key, onProgress, onWaiting, signal }: Sending) => {
    const args = { params: { key: patientKey }, body: { upload_key } }
    const attempt = () => sendFiles(upload, args, [file], onProgress, signal)
    try {
      return (await untilResponse(attempt, onWaiting, signal)).file_id
    } finally {
      // Even a failed or canceled upload may have arrived. If the list fails to reload, it says so itself.
      void refreshCall(list)
    }
  }
}
