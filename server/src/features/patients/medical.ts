import { keysOf, type MedicalEdit } from '@fornix/contract'
import { sql } from 'kysely'
import { same } from '../../clinic/records/field-changes.ts'
import { staleError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import type { PatientRecord } from './record.ts'

/** Writes the medical fields that differ. The profile also shows gender and race, so only these make its open edits stale. */
export const saveMedical = async (
  db: Db,
  { _id, dob, medical }: PatientRecord,
  { base = {}, ...changed }: MedicalEdit,
) => {
  for (const name of keysOf(changed)) {
    // The date of birth decides the age, whatever a form still shows.
    const isDerived = name === 'age' && dob !== null
    if (changed[name] === undefined || changed[name] === medical[name] || isDerived) delete changed[name]
  }
  if (Object.keys(changed).length === 0) return
  if (keysOf(changed).some((name) => base[name] !== undefined && !same(base[name], medical[name])))
    throw staleError('This record was changed while you were editing.', { current: medical })
  const isShared = changed.gender !== undefined || changed.race !== undefined
  await db
    .updateTable('patients')
    .set({
      ...changed,
      ...(isShared ? { version: sql<number>`version + 1` } : {}),
      updated_at: sql<string>`now()`,
    })
    .where('patient_id', '=', _id)
    .execute()
}
