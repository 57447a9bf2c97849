import {
  type ListPatientsQuery,
  type PatientColumn,
  type PatientFilters,
  type PatientRow,
  totalsOf,
} from '@fornix/contract'
import { sql } from 'kysely'
import { wordsMatching } from '../../clinic/records/patient-words.ts'
import { type Term, termsOf } from '../../clinic/records/search-words.ts'
import type { Db } from '../../platform/database/db.ts'
import { comesAfter, orderOf, sortColumns, sortKeys } from './order.ts'

type Row = (PatientRow | { [Name in keyof PatientRow]: null }) & { total: number }

const columns = sql`p.patient_id as _id, p.code as patient_id, p.mrn_number, p.first_name, p.last_name, p.email, p.indication,
  p.status, p.patient_type, p.mobile_number, p.physician_name, p.created_at, p.deleted_at`

/** Which patients are meant; null when the search can find nobody. */
const whichOf = ({ searchQuery, status, patient_type, deleted, sort }: PatientFilters) => {
  const terms = termsOf(searchQuery)
  if (terms?.length === 0) return null
  const rules = [
    deleted === 'true' ? sql`p.deleted_at is not null` : sql`p.deleted_at is null`,
    ...(terms ? [sql`p.patient_id in (${wordsMatching(terms, sql`patient_id`, sql`true`)})`] : []),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(patient_type ? [sql`p.patient_type = ${patient_type}`] : []),
  ]
  // The words know the name and who is deleted, and nothing else of a patient.
  const isInWords = rules.length === 2 && deleted !== 'true' && (sort === 'last_name' || sort === 'first_name')
  const inWords = (some: Term[]) =>
    sql`select distinct * from (${wordsMatching(some, sql`patient_id, last_key, first_key`, sql`living`)}) w`
  return {
    rules: sql.join(rules, sql` and `),
    searched: terms !== null,
    byWords: terms && isInWords ? inWords(terms) : null,
    everybody: rules.length === 1 && deleted !== 'true',
  }
}
type Which = NonNullable<ReturnType<typeof whichOf>>

/** Of everybody the triggers keep count; the rest is counted in an index. */
const countOf = ({ rules, everybody }: Which) =>
  everybody
    ? sql`select coalesce((select patients from project_totals), 0)::int as total`
    : sql`select count(*)::int as total from patients p where ${rules}`

/** A page of patients, with the total, in one statement. */
export const listOf = async (db: Db, query: ListPatientsQuery) => {
  const { page, page_size } = query
  const which = whichOf(query)
  if (!which) return { patients: [], ...totalsOf(0, page_size) }

  const order = orderOf(query)
  const of = sql`order by ${order} limit ${page_size} offset ${(page - 1) * page_size}`
  // The page's keys come from an index or, when words were searched for, from m; only then are whole rows read, however
  // deep the page is.
  const keys = which.searched
    ? sql`m as materialized (${which.byWords ?? sql`select ${sortColumns(query)} from patients p where ${which.rules}`}),
          t as (select count(*)::int as total from m),
          page as materialized (select p.patient_id from m p ${of})`
    : sql`t as (${countOf(which)}),
          page as materialized (select p.patient_id from patients p where ${which.rules} ${of})`
  const { rows } = await sql<Row>`
    with ${keys}
    select t.total, ${columns} from t left join (page join patients p using (patient_id)) on true order by ${order}`.execute(
    db,
  )
  // A page past the end is one row without a patient, which still tells the total.
  const patients = rows.flatMap(({ total: _, ...patient }) => (patient._id === null ? [] : [patient]))
  return { patients, ...totalsOf(rows[0]?.total ?? 0, page_size) }
}

export const totalOf = async (db: Db, filters: PatientFilters) => {
  const which = whichOf(filters)
  if (!which) return 0
  const { rows } = await sql<{ total: number }>`${countOf(which)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Where a batch ended: the values that its last row is sorted by. */
export type Place = string[]
type Listed = Record<PatientColumn, unknown> & { place: Place }

/** The next patients of the list behind a place, by the same index as its pages. */
export const batchAfter = async (db: Db, filters: PatientFilters, place: Place | undefined, size: number) => {
  const which = whichOf(filters)
  if (!which) return []
  const { rows } = await sql<Listed>`
    select ${columns}, array[${sql.join(sortKeys(filters).map((key) => sql`${key}::text`))}] as place
      from patients p where ${which.rules} ${place ? sql`and ${comesAfter(filters, place)}` : sql``}
     order by ${orderOf(filters)} limit ${size}`.execute(db)
  return rows
}
