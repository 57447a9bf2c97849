import { maxBytesPerPatient, maxDocumentsPerPatient, maxFormsPerPatient, maxReceiptsPerPatient } from '@fornix/contract'
import { sql } from 'kysely'
import { ApiError, notFound } from '../../platform/base/errors.ts'
import type { AuditNote, Uploaded } from '../../platform/calls/route.ts'
import type { StoredUpload } from '../../platform/calls/upload.ts'
import type { Db } from '../../platform/database/db.ts'
import { exists } from '../../platform/database/exists.ts'
import type { FileKind } from '../../platform/files/encryption/file-identity.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'

type Full = { sentence: string; forStaff?: string }
const recordFullError = ({ sentence, forStaff }: Full) =>
  new ApiError(409, 'full', sentence, { ...(forStaff && { forStaff }) })

/**
 * How many files of a kind a record holds; deleted ones do not count. Signed forms cannot be deleted to make room, so they count
 * separately.
 */
const limits: Partial<Record<FileKind, Full & { files: number }>> = {
  document: {
    files: maxDocumentsPerPatient,
    sentence: `There can be at most ${maxDocumentsPerPatient} documents. Please delete some first.`,
  },
  authorization_form: {
    files: maxFormsPerPatient,
    sentence: `This record has reached the limit of ${maxFormsPerPatient} signed forms. Please contact the clinic.`,
    forStaff: `This record has reached the limit of ${maxFormsPerPatient} signed forms.`,
  },
  reimbursement: {
    files: maxReceiptsPerPatient,
    sentence: `This record has reached the limit of ${maxReceiptsPerPatient} receipts. Please contact the clinic.`,
    forStaff: `This record has reached the limit of ${maxReceiptsPerPatient} receipts.`,
  },
}
const bytesFull: Full = {
  sentence:
    'The files of this record have reached the limit of 1 GB. Deleted files count, too. Please contact the clinic.',
  forStaff: 'The files of this record have reached the limit of 1 GB. Deleted files count, too.',
}

const isMerged = (db: Db, patient: string) =>
  exists(
    db.selectFrom('record_merges').select('merge_id').where('merged_id', '=', patient).where('undone_at', 'is', null),
  )

/**
 * Uploads of one patient follow one another, so that no two are both the last that fits, or both the first try.
 * For a patient deleted meanwhile nothing is stored; staff uploads to a merged record go to the kept one (decision 50).
 */
const lockUploads = async (db: Db, patient: string) => {
  const { deleted_at } = await db
    .selectFrom('patients')
    .select('deleted_at')
    .where('patient_id', '=', patient)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  // A separate statement: the one that waited for the row does not see what a merge wrote meanwhile.
  if (deleted_at && !(await isMerged(db, patient))) throw notFound()
}

/** What a record already holds. */
const lockAndCountFiles = async (db: Db, patient: string, kind: FileKind) => {
  await lockUploads(db, patient)
  // Deleted files are kept, so alternate deleting and uploading would fill the disk.
  const { rows } = await sql<{ bytes: number; existing: number }>`
    select coalesce(sum(size), 0)::bigint as bytes, count(*) filter (where kind = ${kind} and deleted_at is null)::int as existing
      from files where patient_id = ${patient}`.execute(db)
  return rows[0] ?? { bytes: 0, existing: 0 }
}

/** The rows of uploads of one patient and kind, if the record has room for them. */
export const addFiles = async (
  db: Db,
  user: Parameters<typeof actorOf>[0] & Pick<Caller, 'role'>,
  files: (StoredUpload & { upload_key?: string | undefined })[],
) => {
  const [first] = files
  if (!first) return
  const held = await lockAndCountFiles(db, first.patient_id, first.kind)
  const limit = limits[first.kind]
  if (limit && held.existing + files.length > limit.files) throw recordFullError(limit)
  if (held.bytes + files.reduce((sum, { size }) => sum + size, 0) > maxBytesPerPatient) throw recordFullError(bytesFull)
  await db
    .insertInto('files')
    .values(files.map((file) => ({ ...file, uploaded_by: actorOf(user), uploaded_role: user.role })))
    .execute()
}

const earlierTry = async (db: Db, user: Caller, { patient_id, kind }: StoredUpload, key: string) => {
  await lockUploads(db, patient_id)
  return db
    .selectFrom('files')
    .select('file_id')
    .where('patient_id', '=', patient_id)
    .where('kind', '=', kind)
    .where('uploaded_by', '=', actorOf(user))
    .where('upload_key', '=', key)
    .executeTakeFirst()
}

type Sent = Uploaded & { db: Db; user: Caller; audit: AuditNote; body: { upload_key?: string | undefined } }

/**
 * The row of an upload, like `addFiles`; or the file that an earlier try of the same upload stored.
 * Then the audit row says so, and the resent file is dropped.
 */
export const addUpload = async ({ db, user, audit, body: { upload_key }, file, discard }: Sent) => {
  const earlier = upload_key && (await earlierTry(db, user, file, upload_key))
  if (!earlier) return void (await addFiles(db, user, [{ ...file, upload_key }]))
  audit.skipRow = true
  await discard()
  return earlier
}
