import { admins, type ListOperatorsQuery, type OperatorRow, operators, type Role, totalsOf } from '@fornix/contract'
import { fold, type Term, termsOf, wordsToFind } from '../../clinic/records/search-words.ts'
import type { Db } from '../../platform/database/db.ts'

const groups = { operators, admins }

const rowsOf = (db: Db, roles: readonly Role[]) =>
  db
    .selectFrom('providers')
    .select([
      'provider_id as _id',
      'code as provider_id',
      'first_name',
      'last_name',
      'email',
      'role',
      'register_status',
    ])
    .where('role', 'in', roles)
    .where('deleted_at', 'is', null)
    .$narrowType<Pick<OperatorRow, 'role' | 'register_status'>>()
    .execute()

const meets = ({ first_name, last_name, email, provider_id, role }: OperatorRow, terms: Term[]) => {
  const words = wordsToFind({ names: [first_name, last_name], keys: [provider_id, email, role] })
  const begins = (start: string) => words.some((word) => word.startsWith(start))
  return terms.every((term) => term.some((words) => words.every(begins)))
}
const byName = (row: OperatorRow) => `${fold(row.last_name)}\n${fold(row.first_name)}\n${row._id}`

const sorted = (rows: OperatorRow[]) => rows.sort((a, b) => (byName(a) < byName(b) ? -1 : 1))

export const physiciansOf = async (db: Db) => ({ operators: sorted(await rowsOf(db, ['Physician'])) })

/** A page by name, with the total. The staff of a project are few enough to be searched here, by the same words as patients. */
export const listOf = async (db: Db, { page, page_size, searchQuery, group }: ListOperatorsQuery) => {
  const terms = termsOf(searchQuery)
  const found =
    terms?.length === 0 ? [] : (await rowsOf(db, groups[group])).filter((row) => !terms || meets(row, terms))
  const operators = sorted(found).slice((page - 1) * page_size, page * page_size)
  return { operators, ...totalsOf(found.length, page_size) }
}
