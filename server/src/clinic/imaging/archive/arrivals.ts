import { type AuditRow, writeAudit } from '../../../platform/audit/audit.ts'
import type { Database } from '../../../platform/database/db.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { DicomRefused } from '../dicom/refused.ts'
import type { ImagingArchive, StoredInstance } from './archive.ts'
import { reconcile } from './reconcile.ts'

type Count = { fresh: number; duplicates: number; refused: number }
type Sender = Pick<AuditRow, 'actor' | 'role' | 'request'>

/** Counts what arrived for each study, and at the end gives every study with something new its row, its patient and its audit row. */
export const arrivals = () => {
  const studies = new Map<string, Count>()
  const countOf = (study: string) => {
    const count = studies.get(study) ?? { fresh: 0, duplicates: 0, refused: 0 }
    studies.set(study, count)
    return count
  }
  return {
    stored: ({ study, isNew }: Pick<StoredInstance, 'study' | 'isNew'>) => {
      countOf(study)[isNew ? 'fresh' : 'duplicates']++
    },
    refused: (error: unknown) => {
      if (error instanceof DicomRefused && error.instance) countOf(error.instance.study).refused++
    },
    /** A duplicate counts too: its first sender may have been cut off before this. */
    finish: async (database: Database, archive: ImagingArchive, scope: Scope, sender: Sender) => {
      let finished = 0
      for (const [study, { fresh, duplicates, refused }] of studies) {
        const row = fresh + duplicates > 0 ? await reconcile(database, archive, scope, study) : null
        await database.scoped(scope, (db) =>
          writeAudit(db, {
            ...sender,
            project: scope.project,
            action: 'images.store',
            patient: row?.patient_id ?? null,
            object: study,
            result: `ok ${fresh} new, ${duplicates} known, ${refused} refused`,
          }),
        )
        studies.delete(study)
        if (row) finished++
      }
      return finished
    },
  }
}
