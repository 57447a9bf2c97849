import type { Database } from '../../../platform/database/db.ts'
import { DicomRefused } from '../dicom/refused.ts'
import type { ImagingArchive } from './archive.ts'

/**
 * A PACS knows no projects.
 * Otherwise staff of one could add an image to a study of another whose UID they know, and would be shown all of it as a study that they
 * stored.
 */
export const separateProjects = (archive: ImagingArchive, database: Database): ImagingArchive => ({
  ...archive,
  store: (scope, source, options) => {
    const check = async (study: string) => {
      const [found] = await database.systemQuery<{ is_others: boolean }>(
        'select bool_and(project_id <> $1) as is_others from studies where study_uid = $2',
        [scope.project, study],
      )
      if (found?.is_others) throw new DicomRefused('other_project')
    }
    return archive.store(scope, source, { ...options, check })
  },
})
