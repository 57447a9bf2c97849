import { sql } from 'kysely'
import { brokenSeal, type FormRecord, storedHash } from '../../clinic/records/form-record.ts'
import type { Platform } from '../../platform.ts'

type Checked = { file_id: string; signer_name: string; signed_at: string; broken: string | null }
type Row = FormRecord & { seal: Buffer; storage_key: string; key_version: number; wrapped_key: Buffer }

type Only = { file?: string | undefined; project?: string }

/** Recomputes hash and seal of one signed form of any project, of a project, or of all. */
export const checkForms = async (
  { database, files, seals }: Pick<Platform, 'database' | 'files' | 'seals'>,
  { file, project }: Only = {},
): Promise<Checked[]> => {
  const { rows } = await database.unscoped('the command line checks the forms of every project', (db) =>
    sql<Row>`
      select s.*, f.storage_key, f.key_version, f.wrapped_key
        from form_signatures s join files f on f.project_id = s.project_id and f.file_id = s.file_id
       where (${file ?? null}::uuid is null or s.file_id = ${file ?? null}::uuid)
         and (${project ?? null}::uuid is null or s.project_id = ${project ?? null}::uuid)
       order by s.project_id, s.file_id`.execute(db),
  )
  const checked: Checked[] = []
  for (const row of rows) {
    const broken = brokenSeal(seals, row, await storedHash({ ...row, kind: 'authorization_form' }, files))
    checked.push({ file_id: row.file_id, signer_name: row.signer_name, signed_at: row.signed_at, broken })
  }
  return checked
}
