import type { Db } from '../../platform/database/db.ts'

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
      'f.scan_state',
    ])
    .where('f.file_id', '=', id)
    .where('f.kind', '=', 'authorization_form')
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return form && { ...form, kind: 'authorization_form' as const }
}

/** The DICOM digits of a study's day; undefined when the scope has no such study. */
export const studyDate = async (db: Db, studyUid: string) =>
  (await db.selectFrom('studies').select('study_date').where('study_uid', '=', studyUid).executeTakeFirst())?.study_date
