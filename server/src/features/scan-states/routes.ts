import { listScanStates, type ScanState } from '@fornix/contract'
import { on, type Route } from '../../platform/calls/route.ts'
import { sameInProject } from '../../platform/database/same-in-project.ts'

export const scanStateRoutes = (): Route[] => [
  on(listScanStates, async ({ db, query: { file_ids } }) => ({
    files: await db
      .selectFrom('files as f')
      .innerJoin('patients as p', (join) => sameInProject(join, 'p', 'f', 'patient_id'))
      .select(['f.file_id', (from) => from.ref('f.scan_state').$castTo<ScanState>().as('scan_state')])
      .where('f.file_id', 'in', file_ids)
      .where('f.deleted_at', 'is', null)
      .where('p.deleted_at', 'is', null)
      .execute(),
  })),
]
