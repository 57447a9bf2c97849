import { admins, type ListOperatorsQuery, type OperatorRow, operators, type Role, totalsOf } from '@fornix/contract'
import { openInvites } from '../../clinic/people/invite-delivery.ts'
import { fold, type Term, termsOf, wordsToFind } from '../../clinic/records/search-words.ts'
import type { Database, Db } from '../../platform/database/db.ts'

type Row = Omit<OperatorRow, 'two_step' | 'invite_failed'>

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

const meets = ({ first_name, last_name, email, provider_id, role }: Row, terms: Term[]) => {
  const words = wordsToFind({ names: [first_name, last_name], keys: [provider_id, email, role] })
  const begins = (start: string) => words.some((word) => word.startsWith(start))
  return terms.every((term) => term.some((words) => words.every(begins)))
}
const byName = (row: Row) => `${fold(row.last_name)}\n${fold(row.first_name)}\n${row._id}`

const sorted = (rows: Row[]) => rows.sort((a, b) => (byName(a) < byName(b) ? -1 : 1))

export const physiciansOf = async (db: Db) => ({ operators: sorted(await rowsOf(db, ['Physician'])) })

/** Only whether each has a second step. Factors belong to logins, which no project reads. */
const withTwoStep = async <R extends Row>(database: Pick<Database, 'systemQuery'>, rows: R[]) => {
  const having = await database.systemQuery<{ provider_id: string }>(
    `select provider_id from providers p
      where provider_id = any($1) and exists (select from login_factors f where f.login_id = p.login_id)`,
    [rows.map(({ _id }) => _id)],
  )
  const ids = new Set(having.map(({ provider_id }) => provider_id))
  return rows.map((row) => ({ ...row, two_step: ids.has(row._id) }))
}

/** Whether the email of an open invitation failed, and why. */
const withInviteMail = async (database: Pick<Database, 'systemQuery'>, rows: Row[]) => {
  const invited = rows.filter(({ register_status }) => register_status === 'Invited')
  const open = await openInvites(
    database,
    'provider_id',
    invited.map(({ _id }) => _id),
  )
  return rows.map((row) => ({ ...row, invite_failed: open.get(row._id)?.failure ?? null }))
}

/** A page by name, with the total. A project has few enough staff to be searched here, with the same words as patients. */
export const listOf = async (
  database: Pick<Database, 'systemQuery'>,
  db: Db,
  { page, page_size, searchQuery, group }: ListOperatorsQuery,
) => {
  const terms = termsOf(searchQuery)
  const found =
    terms?.length === 0 ? [] : (await rowsOf(db, groups[group])).filter((row) => !terms || meets(row, terms))
  const operators = sorted(found).slice((page - 1) * page_size, page * page_size)
  const shown = await withInviteMail(database, operators)
  return { operators: await withTwoStep(database, shown), ...totalsOf(found.length, page_size) }
}
