import { type ListPatientsQuery, type PatientRow, totalsOf } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db.ts'
import { prefixRange, termsOf } from '../../platform/search-words.ts'

type Row = Record<keyof PatientRow, unknown> & { total: number }

const columns = sql`p.patient_id as _id, p.code as patient_id, p.mrn_number, p.first_name, p.last_name, p.email, p.indication,
  p.status, p.patient_type, p.mobile_number, p.physician_name`

const beginningWith = (word: string) => {
  const { from, to } = prefixRange(word)
  return sql`(select patient_id from patient_words where word >= ${from} and word < ${to})`
}
const all = (sets: RawBuilder<unknown>[]) => sql.join(sets, sql` intersect `)

/** One range of the word index per word; what meets all terms is their intersection. */
const found = (terms: { whole: string; words: string[] }[]) =>
  all(
    terms.map(({ whole, words }) =>
      words.length === 1 ? beginningWith(whole) : sql`(${all(words.map(beginningWith))} union ${beginningWith(whole)})`,
    ),
  )

/** A page of the living patients by name, with the total, in one statement. */
export const listOf = async (db: Db, query: ListPatientsQuery) => {
  const { page, page_size, searchQuery, status, patient_type } = query
  const terms = termsOf(searchQuery)
  if (terms?.length === 0) return { patients: [], ...totalsOf(0, page_size) }

  const of = sql`limit ${page_size} offset ${(page - 1) * page_size}`
  const rules = [
    sql`p.deleted_at is null`,
    ...(terms ? [sql`p.patient_id in (${found(terms)})`] : []),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(patient_type ? [sql`p.patient_type = ${patient_type}`] : []),
  ]
  // The page's keys come from an index or from m; only then are whole rows read, however deep the page is.
  const statement =
    rules.length === 1
      ? sql<Row>`
          with page as materialized (
            select patient_id from patients where deleted_at is null order by last_key, first_key, patient_id ${of}
          ), t as (select coalesce((select patients from project_totals), 0)::int as total)
          select t.total, ${columns} from t left join (page join patients p using (patient_id)) on true
           order by p.last_key, p.first_key, p.patient_id`
      : sql<Row>`
          with m as materialized (
            select p.patient_id, p.last_key, p.first_key from patients p where ${sql.join(rules, sql` and `)}
          ), t as (select count(*)::int as total from m)
          select t.total, ${columns}
            from t left join (
              (select patient_id from m order by last_key, first_key, patient_id ${of}) page join patients p using (patient_id)
            ) on true
           order by p.last_key, p.first_key, p.patient_id`
  const { rows } = await statement.execute(db)
  // A page past the end is one row without a patient, which still tells the total.
  const patients = rows.filter((row) => row._id !== null).map(({ total: _, ...patient }) => patient as PatientRow)
  return { patients, ...totalsOf(rows[0]?.total ?? 0, page_size) }
}
