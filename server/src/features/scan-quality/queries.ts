import { arrivalQuietSeconds, pick, type SeriesQuality, type StudyQuality } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { SeriesFigures } from './measure-series.ts'
import { type History, issuesOf, usualOf } from './usual.ts'

/** This many of the newest earlier series define what is usual. */
const remembered = 50

type Row = SeriesFigures & { study_UID: string; history: History }
type Study = Omit<StudyQuality, 'series'>

const studiesAmong = async (db: Db, studies: string[]) =>
  (
    await sql<Study>`
      select s.study_uid as "study_UID", s.instance_count as images,
             case when s.images_at is null then 'unchecked'
                  when s.images_at > now() - make_interval(secs => ${arrivalQuietSeconds}) then 'arriving'
                  when s.checked_images = s.instance_count then 'checked'
                  when s.images_at > now() - interval '1 hour' then 'checking' else 'unchecked' end as state
        from studies s where s.study_uid = any (${studies}::text[])`.execute(db)
  ).rows

/** With the values of the newest earlier series with the same scanner and description. */
const seriesAmong = async (db: Db, studies: string[]) =>
  (
    await sql<Row>`
      select s.study_uid as "study_UID", q.series_uid, q.description, q.images, q.slices, q.missing_slices, q.has_uneven_spacing,
             q.spacing_mm, q.snr, q.motion_mm, h.history
        from studies s
        join series_quality q on q.project_id = s.project_id and q.study_id = s.study_id
       cross join lateral (
         select json_build_object('snr', coalesce(json_agg(e.snr) filter (where e.snr is not null), '[]'),
                                  'motion_mm', coalesce(json_agg(e.motion_mm) filter (where e.motion_mm is not null), '[]')) as history
           from (select e.snr, e.motion_mm from series_quality e
                  where e.project_id = q.project_id and e.scanner = q.scanner and e.description = q.description
                    and e.checked_at < q.checked_at and e.study_id <> q.study_id
                  order by e.checked_at desc limit ${remembered}) e) h
       where s.study_uid = any (${studies}::text[])
       order by q.description, q.series_uid`.execute(db)
  ).rows

const rounded = (value: number | null) => value && Math.round(value * 10) / 10

const qualityOf = (row: Row): SeriesQuality => ({
  ...pick(row, ['description', 'images', 'slices', 'missing_slices']),
  seriesId: row.series_uid,
  spacing_mm: rounded(row.spacing_mm),
  snr: rounded(row.snr),
  usual_snr: rounded(usualOf(row.history.snr)?.median ?? null),
  motion_mm: rounded(row.motion_mm),
  issues: issuesOf(row, row.history),
})

/** The studies among these that the project has. */
export const qualityAmong = async (db: Db, studies: string[]): Promise<StudyQuality[]> => {
  const [found, series] = [await studiesAmong(db, studies), await seriesAmong(db, studies)]
  return found.map((study) => ({
    ...study,
    series: study.state === 'checked' ? series.filter((one) => one.study_UID === study.study_UID).map(qualityOf) : [],
  }))
}
