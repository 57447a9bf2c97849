import { sql } from 'kysely'

/** True if another patient of the project who is not deleted has the name of `p`, ignoring case and accents. */
export const hasNamesake = sql<boolean>`exists (
  select from patients n
   where n.last_key = p.last_key and n.first_key = p.first_key and n.patient_id <> p.patient_id and n.deleted_at is null)`
