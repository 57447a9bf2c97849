import type { ReportedShape, SavedShape } from '@fornix/contract'
import { sql } from 'kysely'
import { reportKeyOf } from '../../../clinic/records/access-mails.ts'
import type { OpenableStudy } from '../../../clinic/records/study-access.ts'
import { conflict, notFound, staleError } from '../../../platform/base/errors.ts'
import { type Db, violates } from '../../../platform/database/db.ts'
import { sameInProject } from '../../../platform/database/same-in-project.ts'
import { withdrawMails } from '../../../platform/mail/outbox.ts'
import type { Caller } from '../../../platform/sessions/session-row.ts'

/** Two logins that one record had keep theirs apart. */
const ofCaller = ({ person, login }: Caller) => sql<boolean>`provider_id = ${person} and login_id = ${login}`

const noNumbers = ({ series, instance, frame, shape, points }: SavedShape | ReportedShape): SavedShape => ({
  series,
  instance,
  frame,
  shape,
  points,
})

export const ownShapes = async (db: Db, user: Caller, study_id: string) => {
  const row = await db
    .selectFrom('measurements')
    .select(['shapes', 'saved_at'])
    .where(ofCaller(user))
    .where('study_id', '=', study_id)
    .$narrowType<{ shapes: SavedShape[] }>()
    .executeTakeFirst()
  return row ?? { shapes: [], saved_at: null }
}
type Own = Awaited<ReturnType<typeof ownShapes>>

const savedElsewhereError = (current: Own) =>
  staleError('You changed your measurements of this scan in another window.', { current })

const isSavedAt = (base: string) => sql<boolean>`saved_at = ${base}::timestamptz`

/** `saved_at` is what the caller has seen: null is nothing, and a page of the previous version does not send it. */
type Kept = { shapes: readonly SavedShape[]; saved_at?: string | null | undefined }

/**
 * Saves the caller's own shapes of a study: `shapes` replaces all that was saved, with points in pixels of their picture (see
 * `SavedShape`).
 * Returns when it was saved, and whether there was nothing before.
 * 409 (`stale`, with the saved shapes as `current`) if another window of the caller saved since.
 */
export const keepShapes = async (db: Db, user: Caller, study_id: string, { shapes, saved_at: base }: Kept) => {
  const kept = { shapes: JSON.stringify(shapes), saved_at: sql<string>`now()` }
  const saving = base
    ? db
        .updateTable('measurements')
        .set(kept)
        .where(ofCaller(user))
        .where('study_id', '=', study_id)
        .where(isSavedAt(base))
        .returning(['saved_at', sql<boolean>`false`.as('is_new')])
    : db
        .insertInto('measurements')
        .values({ ...kept, provider_id: user.person, login_id: user.login, study_id })
        .onConflict((conflict) => {
          const own = conflict.columns(['project_id', 'provider_id', 'login_id', 'study_id'])
          return base === null ? own.doNothing() : own.doUpdateSet(kept)
        })
        .returning(['saved_at', sql<boolean>`xmax = 0`.as('is_new')])
  const saved = await saving.executeTakeFirst()
  if (!saved) throw savedElsewhereError(await ownShapes(db, user, study_id))
  return saved
}

/** Deletes the caller's own shapes of a study as of `base`; false if there were none. 409 (`stale`) as above. */
export const dropShapes = async (db: Db, user: Caller, study_id: string, base: string | null | undefined) => {
  const { numDeletedRows } = await db
    .deleteFrom('measurements')
    .where(ofCaller(user))
    .where('study_id', '=', study_id)
    .$if(base !== undefined, (own) => own.where(base ? isSavedAt(base) : sql<boolean>`false`))
    .executeTakeFirst()
  const isDeleted = numDeletedRows > 0n
  if (isDeleted || base === undefined) return isDeleted
  const current = await ownShapes(db, user, study_id)
  if (current.saved_at !== null) throw savedElsewhereError(current)
  return false
}

type ReportedStudy = Pick<OpenableStudy, 'study_id' | 'released_reports'>

/** The last report of each author, and those that the patient reads, the newest first. */
export const reportsOf = async (db: Db, user: Caller, { study_id, released_reports }: ReportedStudy) => {
  const rows = await db
    .selectFrom('measurement_reports')
    .select(['report_id', 'provider_id', 'author_name as author', 'saved_at', 'shapes', 'instance_uid'])
    .where('study_id', '=', study_id)
    .orderBy('instance_number', 'desc')
    .$narrowType<{ shapes: SavedShape[] }>()
    .execute()
  const seen = new Set<string>()
  const isLast = (author: string) => !seen.has(author) && Boolean(seen.add(author))
  return rows
    .map(({ instance_uid, ...row }) => ({
      ...row,
      isLast: isLast(row.provider_id),
      is_released: released_reports.includes(instance_uid),
    }))
    .filter(({ isLast, is_released }) => isLast || is_released)
    .toSorted((a, b) => b.saved_at.localeCompare(a.saved_at))
    .map(({ provider_id, isLast: _, ...report }) => ({ ...report, is_own: provider_id === user.person }))
}

/** A saved report of the study, as the archive names it: its SOP Instance UID. 404 if the study has no such report. */
export const reportOf = async (db: Db, study_id: string, report_id: string) => {
  const report = await db
    .selectFrom('measurement_reports')
    .select('instance_uid')
    .where('study_id', '=', study_id)
    .where('report_id', '=', report_id)
    .executeTakeFirst()
  if (!report) throw notFound()
  return report.instance_uid
}

const movedStudyError = () =>
  staleError(
    'This scan belongs to another patient now, and nothing was released. Please check whose it is, and try again.',
  )

/**
 * Keeps the scan with the patient that the page names, by public id, until the transaction ends; returns the patient's internal id.
 * 409 if the scan has no patient, or (`stale`) belongs to another one now.
 */
export const keepPatient = async (db: Db, study_id: string, patient: string) => {
  const now = await db
    .selectFrom('studies as s')
    .leftJoin('patients as p', 'p.patient_id', 's.patient_id')
    .select(['s.patient_id', 'p.code'])
    .where('s.study_id', '=', study_id)
    .forUpdate('s')
    .executeTakeFirstOrThrow()
  if (now.patient_id === null) throw conflict('This scan has no patient yet. Please match it to its patient first.')
  if (now.code !== patient) throw movedStudyError()
  return now.patient_id
}

/** Returns whether that changed anything. */
export const release = async (db: Db, study_id: string, instance: string) => {
  const { numUpdatedRows } = await db
    .updateTable('studies')
    .set({ released_reports: sql`array_append(released_reports, ${instance})` })
    .where('study_id', '=', study_id)
    .where(sql<boolean>`${instance} <> all (released_reports)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const withdraw = async (db: Db, study_id: string, instance: string) => {
  const { numUpdatedRows } = await db
    .updateTable('studies')
    .set({ released_reports: sql`array_remove(released_reports, ${instance})` })
    .where('study_id', '=', study_id)
    .where(sql<boolean>`${instance} = any (released_reports)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type Released = { study_id: string; instance: string }

/** The patient of a study, and when the report was released to them. */
export const reader = (db: Db, { study_id, instance }: Released) =>
  db
    .selectFrom('studies as s')
    .innerJoin('patients as p', (join) => sameInProject(join, 'p', 's', 'patient_id'))
    .innerJoin('projects as j', 'j.project_id', 's.project_id')
    .select(['s.project_id as project', 's.patient_id as patient', 'p.email', 'p.first_name', 'j.name'])
    .select([
      sql<string | null>`s.released_at ->> ${instance}`.as('released_at'),
      sql<boolean>`exists (select from open_studies o where o.study_id = s.study_id)`.as('is_open'),
    ])
    .where('s.study_id', '=', study_id)
    .executeTakeFirst()

type Release = Released & { patient: string; released_at: string | null }
export const keyOf = ({ patient, ...report }: Release) => reportKeyOf({ ...report, patient_id: patient }, report)

/** Before a report is taken back: an unsent email about it is dropped. */
export const withdrawReportMail = async (db: Db, report: Released) => {
  const found = await reader(db, report)
  if (!found?.patient) return
  const idempotencyKeys = [keyOf({ ...report, ...found, patient: found.patient })]
  await withdrawMails(db, { project: found.project, idempotencyKeys, reason: 'Sharing of the report was stopped.' })
}

const firstNumber = 901
const lastNumber = 999

/** Where the caller's next report goes: after the last one, or into a new series behind those of others. */
export const nextPlace = async (db: Db, user: Caller, study_id: string) => {
  const all = await db
    .selectFrom('measurement_reports')
    .select(['provider_id', 'series_uid', 'instance_uid', 'series_number', 'instance_number'])
    .where('study_id', '=', study_id)
    .orderBy('instance_number', 'desc')
    .execute()
  const last = all.find(({ provider_id }) => provider_id === user.person)
  const highest = Math.max(firstNumber - 1, ...all.map(({ series_number }) => series_number))
  return {
    last: last && { series: last.series_uid, instance: last.instance_uid },
    seriesNumber: last?.series_number ?? Math.min(highest + 1, lastNumber),
    instanceNumber: (last?.instance_number ?? 0) + 1,
  }
}

type Saved = { report_id: string; study_id: string; author: string; shapes: readonly ReportedShape[] } & {
  place: { series: string; instance: string; seriesNumber: number; instanceNumber: number }
}
export const addReport = (db: Db, user: Caller, { report_id, study_id, author, shapes, place }: Saved) =>
  db
    .insertInto('measurement_reports')
    .values({
      report_id,
      study_id,
      provider_id: user.person,
      author_name: author,
      series_uid: place.series,
      instance_uid: place.instance,
      series_number: place.seriesNumber,
      instance_number: place.instanceNumber,
      shapes: JSON.stringify(shapes.map(noNumbers)),
    })
    .execute()
    .catch((error: unknown) => {
      throw violates(error, 'measurement_reports_newest')
        ? conflict('You saved another report of this scan at the same moment. Please look at it first.')
        : error
    })
