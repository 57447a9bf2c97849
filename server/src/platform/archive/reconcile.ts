import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database, Db } from '../db.ts'
import type { Scope } from '../scope.ts'
import type { ImagingArchive } from './archive.ts'
import { matchOf } from './matching.ts'
import { type StudySummary, summaryOf } from './summary.ts'

type Known = { study_id: string; patient_id: string | null; state: string | null; dicom_patient_id: string | null }

/** The study's row, new or brought up to date, locked so that two runs of one study follow each other. */
const claim = async (db: Db, summary: StudySummary): Promise<Known> => {
  const { study_uid, study_date, study_time, scan_type, source, series_uid } = summary
  const row = { study_date, study_time, scan_type, source, series_uid }
  const { study_id, patient_id } = await db
    .insertInto('studies')
    .values({ study_id: uuid(), study_uid, ...row })
    .onConflict((conflict) => conflict.columns(['project_id', 'study_uid']).doUpdateSet(row))
    .returning(['study_id', 'patient_id'])
    .executeTakeFirstOrThrow()
  const matching = await db
    .selectFrom('study_matching')
    .select(['state', 'dicom_patient_id'])
    .where('study_id', '=', study_id)
    .executeTakeFirst()
  return { study_id, patient_id, state: matching?.state ?? null, dicom_patient_id: matching?.dicom_patient_id ?? null }
}

const note = (db: Db, study_id: string, summary: StudySummary, state: string, reason: string) => {
  const { dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date } = summary
  const row = { dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date, state, reason }
  return db
    .insertInto('study_matching')
    .values({ study_id, ...row })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'study_id']).doUpdateSet({ ...row, decided_by: null, decided_at: sql`now()` }),
    )
    .execute()
}

const assign = async (db: Db, study_id: string, patient_id: string | null) => {
  await db.updateTable('studies').set({ patient_id }).where('study_id', '=', study_id).execute()
}

/** Staff hear of a study once, whoever it is given to later. */
const notifyOfScan = async (db: Db, study_id: string, patient_id: string) => {
  await sql`insert into notifications (notification_id, item_type, patient_id, item_id)
    select ${uuid()}, 'scan', ${patient_id}, ${study_id}
     where not exists (select from notifications where item_type = 'scan' and item_id = ${study_id})`.execute(db)
}

/**
 * Brings the portal's row of a study in line with the archive, as often as one likes. Who a study was given to stays, unless DICOM
 * now names another patient: then nobody but staff sees it until somebody confirms.
 */
export const reconcile = async (database: Database, archive: ImagingArchive, scope: Scope, study: string) => {
  const summary = await summaryOf(archive, scope, study)
  if (!summary) return null
  return database.scoped(scope, async (db) => {
    const known = await claim(db, summary)
    const isChanged = known.dicom_patient_id !== null && known.dicom_patient_id !== summary.dicom_patient_id
    if (isChanged) {
      await assign(db, known.study_id, null)
      await note(db, known.study_id, summary, 'open', 'changed')
      return { study_id: known.study_id, patient_id: null }
    }
    if (known.patient_id || known.state === 'rejected' || known.state === 'assigned')
      return { study_id: known.study_id, patient_id: known.patient_id }
    const match = await matchOf(db, summary)
    await note(
      db,
      known.study_id,
      summary,
      match.patient === null ? 'open' : 'matched',
      match.patient === null ? match.reason : '',
    )
    if (match.patient !== null) {
      await assign(db, known.study_id, match.patient)
      await notifyOfScan(db, known.study_id, match.patient)
    }
    return { study_id: known.study_id, patient_id: match.patient }
  })
}
