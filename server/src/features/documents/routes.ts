import {
  categorizeDocument,
  deleteDocument,
  deleteMyDocument,
  downloadDocument,
  downloadMyDocument,
  listDocuments,
  listMyDocuments,
  totalsOf,
  uploadDocument,
  uploadMyDocument,
} from '@fornix/contract'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { notifyPatient } from '../../clinic/records/notify-patient.ts'
import { addUpload } from '../../clinic/records/patient-files.ts'
import { fileResponse, noteFile } from '../../clinic/records/stored-files.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { type AuditNote, onRecord, onUpload, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { categorize, deleteFile, documentsOf, findFile, notifyOfFile } from './queries.ts'

type FileContext = { db: Db; user: Caller; audit: AuditNote; params: { file_id: string } }

const uploaded = 'File uploaded successfully!'

const fileOf = async ({ db, user, audit, params }: FileContext) =>
  noteFile(audit, await findFile(db, user, params.file_id))

export const documentRoutes = ({ files }: Pick<Platform, 'files'>): Route[] => {
  // The addresses differ by the caller's role; the scope already decides what either may see.
  const list = (call: typeof listDocuments | typeof listMyDocuments) =>
    onRecord(call, patientOfPath, async ({ db, user, located, query, commitWithNext }) => {
      commitWithNext()
      const { documents, total } = await documentsOf(db, user, located.patient, query)
      return { documents, ...totalsOf(total, query.page_size) }
    })

  const upload = (call: typeof uploadDocument | typeof uploadMyDocument) =>
    onUpload(call, 'document', patientOfPath, async (context) => {
      const { db, user, located, audit, file } = context
      Object.assign(audit, { patient: located.patient, object: file.file_id })
      const earlier = await addUpload(context)
      if (earlier) return { message: uploaded, file_id: earlier.file_id }
      if (user.patient && file.scan_state === 'unscanned') await notifyOfFile(db, file)
      if (!user.patient) await notifyPatient(db, { project: user.project, patient: located.patient }, 'files')
      return { message: uploaded, file_id: file.file_id }
    })

  const download = (call: typeof downloadDocument | typeof downloadMyDocument) =>
    onRecord(call, fileOf, async ({ located: file }) => {
      // A signed form has its own call, which checks its seal; for this one it does not exist.
      if (file.kind !== 'document' || file.deleted_at) throw notFound()
      return fileResponse(file, files)
    })

  const remove = (call: typeof deleteDocument | typeof deleteMyDocument) =>
    onRecord(call, fileOf, async ({ db, located: { file_id, kind, deleted_at, deletable } }) => {
      if (kind === 'authorization_form') throw conflict('A signed authorization form cannot be deleted.', 'immutable')
      if (kind !== 'document') throw notFound()
      // Deleting twice is a double click, not an error.
      if (!deleted_at) {
        if (!deletable)
          throw conflict('You can delete only what you uploaded yourself in the last 24 hours.', 'not_deletable')
        await deleteFile(db, file_id)
      }
      return { message: 'File deleted successfully' }
    })

  return [
    list(listMyDocuments),
    list(listDocuments),
    upload(uploadMyDocument),
    upload(uploadDocument),
    download(downloadMyDocument),
    download(downloadDocument),
    remove(deleteMyDocument),
    remove(deleteDocument),
    onRecord(categorizeDocument, fileOf, async ({ db, located: { file_id, kind, deleted_at }, body }) => {
      if (kind !== 'document' || deleted_at) throw notFound()
      await categorize(db, file_id, body.category)
      return { message: 'Category saved' }
    }),
  ]
}
