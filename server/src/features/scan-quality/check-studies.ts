import { arrivalQuietSeconds } from '@fornix/contract'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Database } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { projectId, type Scope, staffScope } from '../../platform/database/scope.ts'
import type { Platform } from '../../platform.ts'
import { measureSeries, type SeriesFigures } from './measure-series.ts'

const everyMs = 5000
/** Studies that could not be checked in a week, because the archive cannot be read, are skipped. */
const days = 7
const minutesForOne = 10

type Claimed = { project_id: string; study_id: string; study_uid: string; instance_count: number }

/** The newest unchecked study that has stopped arriving, for this node alone. */
const claimed = `update studies set check_began_at = now()
   where (project_id, study_id) = (
     select project_id, study_id from studies
      where images_at < now() - make_interval(secs => $1) and images_at > now() - make_interval(days => ${days})
        and checked_images is distinct from instance_count and series_uid <> '' and ${isOpen('studies')}
        and (check_began_at is null or check_began_at < images_at or check_began_at < now() - make_interval(mins => ${minutesForOne}))
      order by images_at desc limit 1 for update skip locked)
  returning project_id, study_id, study_uid, instance_count`

/** Replaces the result of an earlier check. Its number of images shows whether more have come since. */
const keep = (database: Database, scope: Scope, { study_id, instance_count }: Claimed, series: SeriesFigures[]) =>
  database.scoped(scope, async (db) => {
    await db.updateTable('studies').set({ checked_images: instance_count }).where('study_id', '=', study_id).execute()
    await db.deleteFrom('series_quality').where('study_id', '=', study_id).execute()
    if (series.length > 0)
      await db
        .insertInto('series_quality')
        .values(series.map((figures) => ({ study_id, ...figures })))
        .execute()
  })

/** Checks studies that have stopped arriving, one by one; `quietSeconds` is how long nothing came. */
export const checkStudies = async (
  { database, archive }: Pick<Platform, 'database' | 'archive'>,
  { quietSeconds = arrivalQuietSeconds, signal }: { quietSeconds?: number; signal?: AbortSignal } = {},
) => {
  while (!signal?.aborted) {
    const [study] = await database.systemQuery<Claimed>(claimed, [quietSeconds])
    if (!study) return
    const scope = staffScope(projectId(study.project_id))
    const series = await archive.seriesOf(scope, study.study_uid)
    const figures: SeriesFigures[] = []
    for (const one of series) figures.push(await measureSeries(archive, scope, study.study_uid, one))
    await keep(database, scope, study, figures)
  }
}

export const startCheckingStudies = ({ log, ...platform }: Platform) =>
  runEvery({ job: 'check-studies', everyMs, log, failure: 'the images of a study were not checked' }, (signal) =>
    checkStudies(platform, { signal }),
  )
