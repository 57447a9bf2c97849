import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { writeAudit } from '../../../platform/audit/audit.ts'
import type { Database, Db } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { withdrawOpenMails } from '../../records/access-mails.ts'
import { notifyPatient } from '../../records/notify-patient.ts'
import { dicomBirthDate } from '../../records/record-sql.ts'
import type { ImagingArchive } from './archive.ts'
import { matchOf, type StudyPatient } from './matching.ts'
import { mismatchOf, type Named, type Person } from './same-person.ts'
import { staffSeriesIn } from './staff-series.ts'
import { type StudySummary, summaryOf } from './summary.ts'
import { withoutSeries } from './without-series.ts'

type Claimed = {
  study_id: string
  patient_id: string | null
  isDecided: boolean
  reason: string
  isSamePerson: boolean
}

/** What DICOM says by now of name and birth date; what it leaves out is no news. */
const saidNow = (existing: Named, { dicom_patient_name, dicom_birth_date }: Named): Named => ({
  dicom_patient_name: dicom_patient_name || existing.dicom_patient_name,
  dicom_birth_date: dicom_birth_date || existing.dicom_birth_date,
})

/** News of the study's patient that cannot be true of them. A name does not overrule a person's decision. */
const isContradicted = (existing: Named & Person & { decided_by: string | null }, now: Named) => {
  const isNewDate = now.dicom_birth_date !== existing.dicom_birth_date
  const isNewName = now.dicom_patient_name !== existing.dicom_patient_name
  const mismatch = mismatchOf(existing, now)
  return (
    (mismatch === 'birth_date' && isNewDate) ||
    (mismatch === 'name' && (isNewDate || isNewName) && !existing.decided_by)
  )
}

/** The study's row, new or updated, locked so that two runs for one study follow each other. */
const claim = async (db: Db, summary: StudySummary, staff_series: string[]): Promise<Claimed> => {
  const { study_uid, dicom_patient_name: _, dicom_birth_date: __, ...row } = summary
  const { dicom_patient_id, dicom_issuer } = row
  const { study_id, patient_id } = await db
    .insertInto('studies')
    .values({ study_id: uuid(), study_uid, ...row, staff_series, images_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'study_uid']).doUpdateSet({
        ...row,
        staff_series: sql`array(select unnest(studies.staff_series) union select unnest(excluded.staff_series) order by 1)`,
        images_at: sql`case when studies.instance_count = excluded.instance_count then studies.images_at else now() end`,
      }),
    )
    .returning(['study_id', 'patient_id'])
    .executeTakeFirstOrThrow()
  const existing = await db
    .selectFrom('study_matching as m')
    .leftJoin('patients as p', (join) => join.on('p.patient_id', '=', patient_id))
    .select(['m.state', 'm.reason', 'm.decided_by', 'm.dicom_patient_id', 'm.dicom_issuer'])
    .select(['m.dicom_patient_name', 'm.dicom_birth_date'])
    .select([
      sql<string>`coalesce(p.first_name, '')`.as('first_name'),
      sql<string>`coalesce(p.last_name, '')`.as('last_name'),
    ])
    .select(sql<string>`coalesce(${dicomBirthDate}, '')`.as('dob'))
    .where('study_id', '=', study_id)
    .executeTakeFirst()
  const isSamePerson =
    !existing ||
    (existing.dicom_patient_id === dicom_patient_id &&
      existing.dicom_issuer === dicom_issuer &&
      (patient_id === null || !isContradicted(existing, saidNow(existing, summary))))
  // A person's decision is not redone automatically, even one they took back.
  const isDecided = patient_id !== null || existing?.state === 'rejected' || (existing?.decided_by ?? null) !== null
  return { study_id, patient_id, isDecided, reason: existing?.reason ?? '', isSamePerson }
}

type Matching = { state: string; reason: string; previous?: string | null }

/** Stores the result for the study. The version that somebody may have open stays the same if nothing changes. */
const note = (db: Db, study_id: string, summary: StudyPatient, { state, reason, previous = null }: Matching) => {
  const { dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date } = summary
  return sql`
    insert into study_matching as m
      (study_id, dicom_patient_id, dicom_issuer, dicom_patient_name, dicom_birth_date, state, reason, previous_patient_id, previous_until)
    values (${study_id}, ${dicom_patient_id}, ${dicom_issuer}, ${dicom_patient_name}, ${dicom_birth_date}, ${state}, ${reason}, ${previous}, ${previous && sql`now()`})
    on conflict (project_id, study_id) do update
      set dicom_patient_id = excluded.dicom_patient_id, dicom_issuer = excluded.dicom_issuer,
          dicom_patient_name = excluded.dicom_patient_name, dicom_birth_date = excluded.dicom_birth_date,
          state = excluded.state, reason = excluded.reason,
          previous_patient_id = coalesce(excluded.previous_patient_id, m.previous_patient_id),
          previous_until = coalesce(excluded.previous_until, m.previous_until),
          decided_by = null, decided_at = now(), version = m.version + 1
    where (m.dicom_patient_id, m.dicom_issuer, m.dicom_patient_name, m.dicom_birth_date, m.state, m.reason)
          is distinct from (excluded.dicom_patient_id, excluded.dicom_issuer, excluded.dicom_patient_name,
                            excluded.dicom_birth_date, excluded.state, excluded.reason)`.execute(db)
}

/** What DICOM says of the same person by now; a decision stays. On a scan that waits, an admin may be deciding by what it said before. */
const noteNames = (db: Db, study_id: string, { dicom_patient_name: name, dicom_birth_date: date }: StudySummary) =>
  sql`update study_matching
    set dicom_patient_name = coalesce(nullif(${name}, ''), dicom_patient_name),
        dicom_birth_date = coalesce(nullif(${date}, ''), dicom_birth_date),
        version = version + (state = 'open')::int
    where study_id = ${study_id}
      and (${name} not in ('', dicom_patient_name) or ${date} not in ('', dicom_birth_date))`.execute(db)

/** Assigns a study to its patient. Staff are notified of a study once; reassigned, the notification names the new patient. */
export const assignStudyTo = async (db: Db, study_id: string, patient_id: string, isLate = false) => {
  const { project_id } = await db
    .updateTable('studies')
    .set({ patient_id, matched_at: sql<string>`now()`, matched_late: isLate })
    .where('study_id', '=', study_id)
    .returning('project_id')
    .executeTakeFirstOrThrow()
  await notifyPatient(db, { project: project_id, patient: patient_id }, 'images')
  await sql`update notifications set patient_id = ${patient_id} where item_type = 'scan' and item_id = ${study_id}`.execute(
    db,
  )
  await sql`insert into notifications (notification_id, item_type, patient_id, item_id)
    select ${uuid()}, 'scan', ${patient_id}, ${study_id}
     where not exists (select from notifications where item_type = 'scan' and item_id = ${study_id})`.execute(db)
}

/** Takes a study away from its patient: from the next request on, only staff see it. */
export const unassignStudy = (db: Db, study_id: string) =>
  db.updateTable('studies').set({ patient_id: null }).where('study_id', '=', study_id).execute()

type Taken = { project: string; patient: string; study: string }
/** The trail of the record that loses a study says so: once it was in further ones, nothing else names this one. */
const noteTaken = (db: Db, { project, patient, study }: Taken) =>
  writeAudit(db, {
    project,
    actor: null,
    role: 'system',
    action: 'unmatched_study.undo',
    patient,
    object: study,
    request: 'reading the archive',
  })

/** Assigns a study to the patient whom DICOM names, or notes why it waits; returns the patient. */
export const matchStudy = async (db: Db, study_id: string, named: StudyPatient) => {
  const match = await matchOf(db, named)
  if (match.patient === null) await note(db, study_id, named, { state: 'open', reason: match.reason })
  else {
    await note(db, study_id, named, { state: 'matched', reason: '' })
    await assignStudyTo(db, study_id, match.patient, match.isLate)
  }
  return match.patient
}

/** Series that staff wrote into a study here are not news and appear in no list; collected from all projects that have the study. */
const staffSeriesOf = async (database: Database, study: string) =>
  (
    await database.systemQuery<{ series: string }>(
      'select distinct unnest(staff_series) as series from studies where study_uid = $1',
      [study],
    )
  ).map(({ series }) => series)

/**
 * Updates the portal's row of a study from the archive; may be repeated.
 * The study's patient stays unless DICOM now names a different person, by id, or by a birth date or name that is not the patient's: then
 * only staff see it until an admin has assigned it.
 */
export const reconcile = async (database: Database, archive: ImagingArchive, scope: Scope, study: string) => {
  const staffSeries = [
    ...new Set([...(await staffSeriesOf(database, study)), ...(await staffSeriesIn(archive, scope, study))]),
  ]
  const summary = await summaryOf(withoutSeries(archive, staffSeries), scope, study)
  if (!summary) {
    // The row stays, with its patient and its requests; without a series there is nothing to open.
    await database.scoped(scope, (db) =>
      db
        .updateTable('studies')
        .set({ series_uid: '', series_count: 0, instance_count: 0 })
        .where('study_uid', '=', study)
        .execute(),
    )
    return null
  }
  return database.scoped(scope, async (db) => {
    const { study_id, patient_id, isDecided, reason, isSamePerson } = await claim(db, summary, staffSeries)
    if (isDecided && isSamePerson) {
      await noteNames(db, study_id, summary)
      return { study_id, patient_id }
    }
    if (isDecided || reason === 'changed') {
      await unassignStudy(db, study_id)
      await note(db, study_id, summary, { state: 'open', reason: 'changed', previous: patient_id })
      if (patient_id) {
        await withdrawOpenMails(db, scope.project, { patient_id, study_id })
        await noteTaken(db, { project: scope.project, patient: patient_id, study })
      }
      return { study_id, patient_id: null }
    }
    return { study_id, patient_id: await matchStudy(db, study_id, summary) }
  })
}
