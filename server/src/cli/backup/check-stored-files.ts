import { storedHash } from '../../clinic/records/form-record.ts'
import { tablesOfFiles } from '../../clinic/retention/tables-of-files.ts'
import type { Database } from '../../platform/database/db.ts'
import { type FileKind, nobody } from '../../platform/files/encryption/file-identity.ts'
import type { StoredRow } from '../../platform/files/open-stored.ts'
import type { FileSpace } from '../../platform/files/store-upload.ts'

type Needs = { database: Pick<Database, 'systemQuery'>; files: FileSpace }
type Sampled = StoredRow & { kind: FileKind; sha256: Buffer }

const sampled = `select * from (
    select project_id, patient_id, file_id, kind, storage_key, key_version, wrapped_key, sha256 from files
    union all select project_id, $1::uuid, instance_id, 'dicom_instance', storage_key, key_version, wrapped_key, sha256 from archive_instances
  ) stored order by random() limit $2`

/** Asks the store for every file that a row names, and opens some of them: each must be what was stored. */
export const checkStoredFiles = async ({ database, files }: Needs, sample: number) => {
  const stored = new Set<string>()
  for await (const { key } of files.store.list()) stored.add(key)
  const missing: string[] = []
  let named = 0
  const projects = await database.systemQuery<{ project_id: string }>('select project_id from projects', [])
  for (const table of tablesOfFiles)
    for (const { project_id } of projects) {
      const rows = await database.systemQuery<{ storage_key: string }>(
        `select storage_key from ${table} where project_id = $1`,
        [project_id],
      )
      named += rows.length
      missing.push(...rows.flatMap(({ storage_key }) => (stored.has(storage_key) ? [] : [storage_key])))
    }

  const broken: string[] = []
  const rows = await database.systemQuery<Sampled>(sampled, [nobody, sample])
  for (const row of rows) {
    const isSame = (await storedHash(row, files))?.equals(row.sha256)
    if (!isSame && !missing.includes(row.storage_key)) broken.push(row.file_id)
  }
  return { named, missing, opened: rows.length, broken }
}
