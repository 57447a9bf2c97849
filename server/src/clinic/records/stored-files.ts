import { sql } from 'kysely'
import { notFound } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { FileResponse } from '../../platform/calls/send-response.ts'
import type { Db } from '../../platform/database/db.ts'
import { sameInProject } from '../../platform/database/same-in-project.ts'
import type { FileKind } from '../../platform/files/encryption/file-identity.ts'
import { openForReading, type ScannedRow } from '../../platform/files/locked-file.ts'
import type { FileSpace } from '../../platform/files/store-upload.ts'

/** The name of a file `f`. A deleted file may have been somebody else's, and its name may say whose: it is left out. */
export const shownFileName = sql<string>`case when f.deleted_at is null then f.file_name else '' end`

/** The files of the scope's patients who are not deleted, including deleted files, with everything needed to open one. */
export const storedFiles = (db: Db) =>
  db
    .selectFrom('files as f')
    .innerJoin('patients as p', (join) => sameInProject(join, 'p', 'f', 'patient_id'))
    .select([
      'f.project_id',
      'f.file_id',
      'f.patient_id',
      'f.bound_patient_id',
      'f.kind',
      'f.file_name',
      'f.media_type',
      'f.size',
      'f.storage_key',
      'f.key_version',
      'f.wrapped_key',
      'f.scan_state',
      'f.deleted_at',
    ])
    .where('p.deleted_at', 'is', null)
    .$narrowType<{ kind: FileKind }>()

type Found = { patient_id: string; file_id: string }

/** Notes a call's file in its audit row; 404 if there is none. */
export const noteFile = <F extends Found>(audit: AuditNote, file: F | undefined): F => {
  if (!file) throw notFound()
  Object.assign(audit, { patient: file.patient_id, object: file.file_id })
  return file
}

type Downloaded = ScannedRow & { file_name: string; media_type: string; size: number }

/** The response of a download: the whole file, unless it is locked or broken. */
export const fileResponse = async (file: Downloaded, space: FileSpace): Promise<FileResponse> => ({
  stream: await openForReading(file, space),
  fileName: file.file_name,
  mediaType: file.media_type,
  size: file.size,
})
