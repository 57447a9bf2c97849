import { admins, type ListOperatorsQuery, type OperatorRow, operators, totalsOf } from '@fornix/contract'
import type { Db } from '../../platform/db.ts'
import { fold, termsOf, wordsToFind } from '../../platform/search-words.ts'

const groups = { operators, admins }

const rowsOf = (db: Db, group: ListOperatorsQuery['group']) =>
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
    .where('role', 'in', groups[group])
    .where('deleted_at', 'is', null)
    .execute() as Promise<OperatorRow[]>

type Term = { whole: string; words: string[] }
const meets = ({ first_name, last_name, email, provider_id, role }: OperatorRow, terms: Term[]) => {
  const words = wordsToFind({ names: [first_name, last_name], keys: [provider_id, email, role] })
  const begins = (start: string) => words.some((word) => word.startsWith(start))
  return terms.every((term) => term.words.every(begins) || begins(term.whole))
}
const byName = (row: OperatorRow) => `${fold(row.last_name)}\n${fold(row.first_name)}\n${row._id}`

/** A page by name, with the total. The staff of a project are few enough to be searched here, by the same words as patients. */
export const listOf = async (db: Db, { page, page_size, searchQuery, group }: ListOperatorsQuery) => {
  const terms = termsOf(searchQuery)
  const found = terms?.length === 0 ? [] : (await rowsOf(db, group)).filter((row) => !terms || meets(row, terms))
  const sorted = found.sort((a, b) => (byName(a) < byName(b) ? -1 : 1))
  const operators = sorted.slice((page - 1) * page_size, page * page_size)
  return { operators, ...totalsOf(found.length, page_size) }
}
