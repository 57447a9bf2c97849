import { sql } from 'kysely'
import type { Caller } from '../../platform/sessions/session-row.ts'

/** Up to when the reader, the patient or one of their caregivers, has read the thread of message m. */
export const readThrough = ({ caregiver }: Pick<Caller, 'caregiver'>) => sql`coalesce((
  select r.read_through from care_readings r
   where r.project_id = m.project_id and r.thread_id = m.thread_id
     and r.caregiver_id is not distinct from ${caregiver?.id ?? null}::uuid), '-infinity')`
