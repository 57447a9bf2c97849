import {
  type countPatients,
  type ListPatientsQuery,
  type PatientColumn,
  type PatientFilters,
  type PatientRow,
  type Reply,
  totalsOf,
} from '@fornix/contract'
import { sql } from 'kysely'
import { hasNamesake } from '../../clinic/records/namesakes.ts'
import { ageFrom } from '../../clinic/records/patient-record.ts'
import {
  alikeTerms,
  hasBeginning,
  patientTerms,
  shortBeginning,
  totalOfBeginning,
  wordsMatching,
} from '../../clinic/records/patient-words.ts'
import type { Term } from '../../clinic/records/search-words.ts'
import type { Db } from '../../platform/database/db.ts'
import { comesAfter, orderOf, sortColumns, sortKeys } from './order.ts'

type StatusCount = Reply<typeof countPatients>['statuses'][number]
/** `patients`: only these of them, by their patient ids. */
export type ListFilters = PatientFilters & { patients?: string[] | undefined }
type Row = (PatientRow | { [Name in keyof PatientRow]: null }) & { total: number; birth: string | null }

const columns = sql`p.patient_id as _id, p.code as patient_id, p.mrn_number, p.first_name, p.last_name, p.email, p.indication,
  to_char(p.dob, 'MM-DD-YYYY') as dob, p.dob as birth, p.age, p.gender,
  p.status, p.patient_type, p.mobile_number, p.physician_name, p.created_at, p.deleted_at`

/** Which patients are meant; null when the search can find nobody. */
const whichOf = (
  { searchQuery, status, patient_type, deleted, sort, patients }: ListFilters,
  terms = patientTerms(searchQuery),
) => {
  if (terms?.length === 0) return null
  const rules = [
    // A merged record is not restored but by undoing its merge.
    deleted === 'true'
      ? sql`p.deleted_at is not null and not exists
          (select from record_merges m where m.merged_id = p.patient_id and m.undone_at is null)`
      : sql`p.deleted_at is null`,
    ...(terms ? [sql`p.patient_id in (${wordsMatching(terms, sql`patient_id`, sql`true`)})`] : []),
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(patient_type ? [sql`p.patient_type = ${patient_type}`] : []),
    ...(patients ? [sql`p.code = any (${patients}::text[])`] : []),
  ]
  // The words know the name and who is deleted, and nothing else of a patient.
  const isInWords = rules.length === 2 && deleted !== 'true' && (sort === 'last_name' || sort === 'first_name')
  const inWords = (some: Term[]) =>
    sql`select distinct * from (${wordsMatching(some, sql`patient_id, last_key, first_key`, sql`living`)}) w`
  return {
    rules: sql.join(rules, sql` and `),
    searched: terms !== null,
    byWords: terms && isInWords ? inWords(terms) : null,
    beginning: terms && isInWords ? shortBeginning(terms) : null,
    everybody: rules.length === 1 && deleted !== 'true',
  }
}
type Which = NonNullable<ReturnType<typeof whichOf>>

/** Of everybody, and of who has a word with a short beginning, the triggers keep count; the rest is counted in an index. */
const countOf = ({ rules, everybody, beginning }: Which) => {
  if (everybody) return sql`select coalesce((select patients from project_totals), 0)::int as total`
  if (beginning !== null) return totalOfBeginning(beginning)
  return sql`select count(*)::int as total from patients p where ${rules}`
}

/**
 * Where more patients than these are meant, a page of them is looked for among the first of the list, before all are sorted. To look at ten
 * times fewer of the list costs less than to sort, so little is lost where they are all at its end.
 */
const broad = { total: 2500, first: 1500, share: 10 }

/** The page's keys come from an index or, when words were searched for, from m; only then are whole rows read, however deep the page is. */
const keysOf = (query: ListPatientsQuery, which: Which) => {
  const { page, page_size } = query
  const before = (page - 1) * page_size
  const of = sql`order by ${orderOf(query)} limit ${page_size} offset ${before}`
  if (!which.searched)
    return sql`t as (${countOf(which)}),
      page as materialized (select p.patient_id from patients p where ${which.rules} ${of})`
  const m = which.byWords ?? sql`select ${sortColumns(query)} from patients p where ${which.rules}`
  if (which.beginning === null || before >= broad.first)
    return sql`m as materialized (${m}), t as (select count(*)::int as total from m),
      page as materialized (select p.patient_id from m p ${of})`
  return sql`t as materialized (${countOf(which)}),
    near as materialized (
      select p.patient_id from (
        select ${sortColumns(query)} from patients p
         where p.deleted_at is null and (select total > ${broad.total}::int from t) order by ${orderOf(query)}
         limit (select least(total / ${broad.share}::int, ${broad.first}::int) from t)) p
       where ${hasBeginning(which.beginning, sql`p.patient_id`)} ${of}),
    page as materialized (
      select patient_id from near where (select count(*) = ${page_size} from near)
      union all
      (select p.patient_id from (${m}) p where (select count(*) < ${page_size} from near) ${of}))`
}

/** A page of patients with the total; where a search finds nobody, of those whose names sound or are spelled alike. */
export const listOf = async (db: Db, query: ListPatientsQuery) => {
  const found = await pageOf(db, query, whichOf(query))
  const terms = found.total === 0 ? patientTerms(query.searchQuery) : null
  const widened = terms && (await alikeTerms(db, terms))
  if (!widened) return { ...found, alike: false }
  const alike = await pageOf(db, query, whichOf(query, widened))
  return { ...alike, alike: alike.total > 0 }
}

/** In one statement. */
const pageOf = async (db: Db, query: ListPatientsQuery, which: Which | null) => {
  const { page_size } = query
  if (!which) return { patients: [], ...totalsOf(0, page_size) }
  const { rows } = await sql<Row>`
    with ${keysOf(query, which)}
    select t.total, ${columns}, ${hasNamesake} as has_namesake from t left join (page join patients p using (patient_id)) on true order by ${orderOf(query)}`.execute(
    db,
  )
  // A page past the end is one row without a patient, which still tells the total.
  const patients = rows.flatMap(({ total: _, birth, ...patient }) =>
    patient._id === null ? [] : [{ ...patient, age: birth ? ageFrom(birth) : patient.age }],
  )
  return { patients, ...totalsOf(rows[0]?.total ?? 0, page_size) }
}

export const totalOf = async (db: Db, filters: ListFilters) => {
  const which = whichOf(filters)
  if (!which) return 0
  const { rows } = await sql<{ total: number }>`${countOf(which)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** In one index, without the rows. */
export const statusCounts = async (db: Db, patientType: PatientFilters['patient_type']) => {
  const { rows } = await sql<StatusCount>`
    select p.status, count(*)::int as patients from patients p
     where p.deleted_at is null ${patientType ? sql`and p.patient_type = ${patientType}` : sql``}
     group by p.status`.execute(db)
  return { statuses: rows }
}

/** Where a batch ended: the values that its last row is sorted by. */
export type Place = string[]
/** Which of the patients that the filters mean are under special care. */
export const watchedAmong = async (db: Db, filters: ListFilters) => {
  const which = whichOf(filters)
  if (!which) return []
  const { rows } = await sql<{ patient_id: string }>`
    select p.patient_id from special_care c join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id
     where ${which.rules}`.execute(db)
  return rows.map(({ patient_id }) => patient_id)
}

type Listed = Record<PatientColumn, unknown> & { place: Place }

/** The next patients of the list behind a place, by the same index as its pages. */
export const batchAfter = async (db: Db, filters: ListFilters, place: Place | undefined, size: number) => {
  const which = whichOf(filters)
  if (!which) return []
  const { rows } = await sql<Listed>`
    select ${columns}, array[${sql.join(sortKeys(filters).map((key) => sql`${key}::text`))}] as place
      from patients p where ${which.rules} ${place ? sql`and ${comesAfter(filters, place)}` : sql``}
     order by ${orderOf(filters)} limit ${size}`.execute(db)
  return rows
}
