import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db.ts'
import { type FileSpace, openStored, type StoredRow } from '../../platform/files/receive.ts'

/** A signed form of a living patient of the scope. */
export const findForm = async (db: Db, id: string) => {
  const form = await db
    .selectFrom('files as f')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.project_id', '=', 'f.project_id').onRef('p.patient_id', '=', 'f.patient_id'),
    )
    .select([
      'f.project_id',
      'f.file_id',
      'f.patient_id',
      'f.media_type',
      'f.size',
      'f.storage_key',
      'f.key_version',
      'f.wrapped_key',
    ])
    .where('f.file_id', '=', id)
    .where('f.kind', '=', 'authorization_form')
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return form && { ...form, kind: 'authorization_form' as const }
}

/** SHA-256 of what the store holds now. */
export const hashOfStored = async (row: StoredRow, files: FileSpace) => {
  const hash = createHash('sha256')
  for await (const bytes of await openStored(row, files)) hash.update(bytes as Buffer)
  return hash.digest()
}
