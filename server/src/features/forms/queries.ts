import { storedFiles } from '../../clinic/records/stored-files.ts'
import type { Db } from '../../platform/database/db.ts'

/** The file of a signed form of one of the scope's patients who are not deleted. */
export const findForm = (db: Db, id: string) =>
  storedFiles(db)
    .select('p.mrn_number')
    .where('f.file_id', '=', id)
    .where('f.kind', '=', 'authorization_form')
    .executeTakeFirst()

/** The DICOM digits of a study's day; undefined if the scope has no such study. */
export const studyDate = async (db: Db, studyUid: string) =>
  (await db.selectFrom('studies').select('study_date').where('study_uid', '=', studyUid).executeTakeFirst())?.study_date

/** The project's settings for signing. */
export const signingProject = (db: Db) =>
  db.selectFrom('projects').select(['name', 'time_zone', 'countersign_forms']).executeTakeFirstOrThrow()
