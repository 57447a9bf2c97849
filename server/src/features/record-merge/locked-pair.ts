import { sql } from 'kysely'
import { conflict, notFound } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'

export type Pair = { project: string; kept: string; merged: string }
type PairRecord = { patient_id: string; code: string; version: number; is_deleted: boolean; holder: string | null }

/** The record that holds a merged one, as long as the merge is not undone. */
const holderOf = sql`(select h.code from record_merges m join patients h on h.project_id = m.project_id and h.patient_id = m.patient_id
  where m.project_id = p.project_id and m.merged_id = p.patient_id and m.undone_at is null)`

export const readPair = async (db: Db, { project, kept, merged }: Pair) => {
  const { rows } = await sql<PairRecord>`
    select patient_id, code, version, deleted_at is not null as is_deleted, ${holderOf} as holder from patients p
     where project_id = ${project} and patient_id in (${kept}, ${merged})`.execute(db)
  const of = (id: string) => {
    const row = rows.find(({ patient_id }) => patient_id === id)
    if (!row) throw notFound()
    return row
  }
  return { kept: of(kept), merged: of(merged) }
}

/** Both records, locked in one order: of two merges one waits, and so do rows being added to either, whose foreign key locks the record. */
export const lockPair = async (db: Db, pair: Pair) => {
  await sql`select from patients where project_id = ${pair.project} and patient_id in (${pair.kept}, ${pair.merged})
    order by patient_id for update`.execute(db)
  return readPair(db, pair)
}

/** Why a record cannot be merged, or take part in an undo; null while it is not deleted. */
export const goneSentence = ({ code, is_deleted, holder }: PairRecord) => {
  if (holder) return `${code} was merged into ${holder}. Undo that first.`
  return is_deleted ? `${code} was deleted. Restore it first.` : null
}
export const refuseGone = (record: PairRecord) => {
  const sentence = goneSentence(record)
  if (sentence) throw conflict(sentence, 'gone')
}
