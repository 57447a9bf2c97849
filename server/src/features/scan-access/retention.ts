import { sql } from 'kysely'
import { onScansOf } from '../../clinic/imaging/archive/retention.ts'
import type { TableRules } from '../../clinic/retention/rules.ts'

export const scanAccessRetention: TableRules[] = [
  {
    table: 'access_requests',
    patientsSee: { by: 'patient_id', caregivers: 'images' },
    ofPatient: onScansOf,
    before: ['studies'],
    onMerge: {
      key: 'request_id',
      // What was opened for one account is not opened for the other; after an undo it is open again where it was.
      stays: (kept) => sql`(t.status = 'approved' or t.status = 'pending' and exists (select from access_requests k
        where k.project_id = t.project_id and k.patient_id = ${kept} and k.study_id = t.study_id and k.status = 'pending'))`,
    },
  },
]
