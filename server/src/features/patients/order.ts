import type { PatientFilters, PatientSort } from '@fornix/contract'
import { sql } from 'kysely'

type Order = Pick<PatientFilters, 'sort' | 'order'>

// As in the indexes of 0020_patient_list.sql.
const columnsOf: Record<PatientSort, readonly string[]> = {
  last_name: ['last_key', 'first_key'],
  first_name: ['first_key', 'last_key'],
  email: ['email_key'],
  mrn_number: ['mrn_number'],
  status: ['status', 'last_key', 'first_key'],
  patient_type: ['patient_type', 'last_key', 'first_key'],
  created_at: ['created_at'],
}

/** Only the columns that the order needs: an index then provides them without the rows. */
export const sortColumns = ({ sort }: Order) =>
  sql.raw(['patient_id', ...columnsOf[sort]].map((name) => `p.${name}`).join(', '))

/** A row `p`'s sort keys: all ascending or all descending, and together unique. Rows without an MRN come last in both. */
export const sortKeys = ({ sort, order }: Order) => {
  const keys =
    sort === 'mrn_number'
      ? [`(p.mrn_number ${order === 'asc' ? '=' : '<>'} '')`, 'p.mrn_number collate "C"']
      : columnsOf[sort].map((name) => `p.${name}`)
  return [...keys, 'p.patient_id'].map((key) => sql.raw(key))
}

type Direction = PatientFilters['order']
/** From the end: the last pages are then the first. */
export const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')

export const orderOf = (by: Order, direction = by.order) =>
  sql.join(sortKeys(by).map((key) => sql`${key} ${sql.raw(direction)}`))

// With these names, an outer query has the same order as the index inside, even if a key is an expression.
export const sortKeysNamed = (by: Order) =>
  sql.join(sortKeys(by).map((key, at) => sql`${key} as ${sql.raw(`key_${at}`)}`))
export const orderNamed = (by: Order, direction: Direction) =>
  sql.join(sortKeys(by).map((_, at) => sql.raw(`key_${at} ${direction}`)))

export const comesAfter = (by: Order, place: readonly string[]) =>
  sql`(${sql.join(sortKeys(by))}) ${sql.raw(by.order === 'asc' ? '>' : '<')} (${sql.join(place)})`
