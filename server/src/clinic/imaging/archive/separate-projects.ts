import { v7 as uuid } from 'uuid'
import type { Database } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { DicomRefused } from '../dicom/refused.ts'
import type { ImagingArchive } from './archive.ts'
import { type ProjectNeeds, projectOfNew } from './study-project.ts'
import { summaryOf } from './summary.ts'

type Study = { archive: ImagingArchive; needs: ProjectNeeds; scope: Scope; study: string }

/** Whether the project has the study's row; refused if only others have it. */
const isListed = async ({ needs: { database }, scope, study }: Study) => {
  const [found] = await database.systemQuery<{ is_ours: boolean | null }>(
    'select bool_or(project_id = $1) as is_ours from studies where study_uid = $2',
    [scope.project, study],
  )
  if (found?.is_ours === false) throw new DicomRefused('other_project')
  return found?.is_ours === true
}

/** What a scanner sent and the poll has not seen yet takes the files of the project that the poll will find. */
const refuseOthers = async (target: Study) => {
  const { archive, needs, scope, study } = target
  // Its row may be new since, from a file that was sent at the same time.
  if (await isListed(target)) return
  const summary = await summaryOf(archive, scope, study)
  if (!summary || (await projectOfNew(needs, async () => summary.dicom_issuer.trim())) !== scope.project)
    throw new DicomRefused('other_project')
}

/** Before its first file is in the PACS, or further files, and the poll, would find a study without a project there. */
const addRow = async (database: Database, scope: Scope, study_uid: string) =>
  database.scoped(scope, async (db) => {
    const row = db.insertInto('studies').values({ study_id: uuid(), study_uid })
    return (
      await row
        .onConflict((conflict) => conflict.doNothing())
        .returning('study_id')
        .executeTakeFirst()
    )?.study_id
  })

/** Of a study of which nothing arrived, the row would keep the UID for this project. */
const removeRow = async ({ archive, needs: { database }, study }: Study, study_id: string) => {
  if (await archive.identityOf(study)) return
  await database.systemQuery(
    `delete from studies s where study_id = $1 and series_uid = '' and patient_id is null
        and not exists (select from study_matching m where m.project_id = s.project_id and m.study_id = s.study_id)`,
    [study_id],
  )
}

/**
 * A PACS knows no projects.
 * Otherwise staff of one could add an image to a study of another, or of nobody here, whose UID they know, and would be shown all of it as
 * a study that they stored.
 */
export const separateProjects = (archive: ImagingArchive, needs: ProjectNeeds): ImagingArchive => ({
  ...archive,
  store: async (scope, source, options) => {
    let added: string | undefined
    let target: Study | undefined
    const check = async (study: string) => {
      target = { archive, needs, scope, study }
      if (await isListed(target)) return
      const isInPacs = (await archive.identityOf(study)) !== null
      if (isInPacs) await refuseOthers(target)
      const row = await addRow(needs.database, scope, study)
      if (!isInPacs) added = row
    }
    try {
      return await archive.store(scope, source, { ...options, check })
    } catch (error) {
      // If the PACS hangs, the file may be there: the row stays, for the next try or the poll.
      if (target && added) await removeRow(target, added).catch(() => {})
      throw error
    }
  },
})
