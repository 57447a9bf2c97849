import { draftHours } from '@fornix/contract'
import { sql } from 'kysely'
import type { TableRules } from '../../clinic/retention/rules.ts'

export const draftRetention: TableRules[] = [
  {
    table: 'drafts',
    patientsSee: { by: 'person_id', caregivers: 'own' },
    ofPatient: (project, patient) => sql`project_id = ${project} and person_id = ${patient}`,
    expires: { since: 'saved_at', hours: draftHours },
  },
]
