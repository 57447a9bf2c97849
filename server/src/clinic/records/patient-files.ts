import { maxBytesPerPatient, maxDocumentsPerPatient, maxFormsPerPatient, maxReceiptsPerPatient } from '@fornix/contract'
import { sql } from 'kysely'
import { conflict } from '../../platform/base/errors.ts'
import type { StoredUpload } from '../../platform/calls/upload.ts'
import type { Db } from '../../platform/database/db.ts'
import type { FileKind } from '../../platform/files/encryption/file-identity.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

const full = (sentence: string) => conflict(sentence, 'full')

/** How many living files of a kind a record holds. Signed forms cannot be deleted to make room, so they count for themselves. */
const most: Partial<Record<FileKind, { files: number; sentence: string }>> = {
  document: {
    files: maxDocumentsPerPatient,
    sentence: `There can be at most ${maxDocumentsPerPatient} documents. Please delete some first.`,
  },
  authorization_form: {
    files: maxFormsPerPatient,
    sentence: `There can be at most ${maxFormsPerPatient} signed forms.`,
  },
  reimbursement: {
    files: maxReceiptsPerPatient,
    sentence: `There can be at most ${maxReceiptsPerPatient} receipts.`,
  },
}
const tooMuch = 'The files of this record take up 1 GB, the most that is kept of one patient. Deleted files count, too.'

/** What a record holds already. The lock makes uploads of one patient follow each other, so that no two are both the last that fits. */
const heldBy = async (db: Db, patient: string, kind: FileKind) => {
  await db.selectFrom('patients').select('patient_id').where('patient_id', '=', patient).forNoKeyUpdate().execute()
  // Deleted files are kept, so deleting and uploading in turn would fill the disk.
  const { rows } = await sql<{ bytes: number; living: number }>`
    select coalesce(sum(size), 0)::bigint as bytes, count(*) filter (where kind = ${kind} and deleted_at is null)::int as living
      from files where patient_id = ${patient}`.execute(db)
  return rows[0] ?? { bytes: 0, living: 0 }
}

/** The rows of uploads of one patient and kind, if the record has room for them. */
export const addFiles = async (db: Db, user: Pick<Caller, 'person' | 'role'>, files: StoredUpload[]) => {
  const [first] = files
  if (!first) return
  const held = await heldBy(db, first.patient_id, first.kind)
  const limit = most[first.kind]
  if (limit && held.living + files.length > limit.files) throw full(limit.sentence)
  if (held.bytes + files.reduce((sum, { size }) => sum + size, 0) > maxBytesPerPatient) throw full(tooMuch)
  await db
    .insertInto('files')
    .values(files.map((file) => ({ ...file, uploaded_by: user.person, uploaded_role: user.role })))
    .execute()
}
