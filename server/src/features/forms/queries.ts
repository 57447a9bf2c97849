import { sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import type { Caller } from '../../platform/session.ts'
import type { StoredUpload } from '../../platform/upload.ts'

/** Signed forms count for themselves: they cannot be deleted to make room. */
export const maxForms = 500

/** The file of a signed form of a living patient of the scope. */
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

/** The lock makes forms of one patient follow each other here. */
export const countForms = async (db: Db, patient: string) => {
  await db.selectFrom('patients').select('patient_id').where('patient_id', '=', patient).forNoKeyUpdate().execute()
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from files where patient_id = ${patient} and kind = 'authorization_form'`.execute(db)
  return rows[0]?.count ?? 0
}

/** The name is the spec's; what makes it a form is the kind. */
export const addForm = (db: Db, user: Caller, file: StoredUpload) =>
  db
    .insertInto('files')
    .values({
      ...file,
      file_name: 'AuthorizationForm',
      file_type: 'pdf',
      uploaded_by: user.person,
      uploaded_role: user.role,
    })
    .execute()

/** The DICOM digits of a study's day; undefined when the scope has no such study. */
export const studyDate = async (db: Db, studyUid: string) =>
  (await db.selectFrom('studies').select('study_date').where('study_uid', '=', studyUid).executeTakeFirst())?.study_date
