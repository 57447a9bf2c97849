import {
  type countPatients,
  type ListPatientsQuery,
  type PatientColumn,
  type PatientFilters,
  type PatientRow,
  type ResponseOf,
  totalsOf,
} from '@fornix/contract'
import { sql } from 'kysely'
import { hasNamesake } from '../../clinic/records/namesakes.ts'
import { sizeOf } from '../../clinic/records/number-set.ts'
import { ageAtSite } from '../../clinic/records/patient-record.ts'
import { intersectBroadTerms } from '../../clinic/records/patient-sets.ts'
import { patientTerms, similarTerms, wordsMatching, wordsMatchingFew } from '../../clinic/records/patient-words.ts'
import { wireBirthDate } from '../../clinic/records/record-sql.ts'
import type { Db } from '../../platform/database/db.ts'
import { comesAfter, orderOf, sortColumns, sortKeys } from './order.ts'
import { isIn, type Keys, keysAlong, keysOfFew, keysOfFirst, keysOfSet, type PageKeys, type Sql } from './page-keys.ts'

type StatusCount = ResponseOf<typeof countPatients>['statuses'][number]
/** `patients`: only these, by their patient ids. */
export type ListFilters = PatientFilters & { patients?: string[] | undefined }
type Row = (PatientRow | { [Name in keyof PatientRow]: null }) & { total: number }

const columns = sql`p.patient_id as _id, p.code as patient_id, p.mrn_number, p.first_name, p.last_name, p.email, p.indication,
  ${wireBirthDate} as dob, ${ageAtSite} as age, p.gender,
  p.status, p.patient_type, p.mobile_number, p.physician_name, p.created_at, p.deleted_at,
  to_char(p.created_at at time zone (select time_zone from projects), 'YYYY-MM-DD') as added_on`

/** The matching patients; null if the search can find nobody. */
const matchOf = (
  { searchQuery, status, patient_type, deleted, patients }: ListFilters,
  terms = patientTerms(searchQuery),
) => {
  if (terms?.length === 0) return null
  const isDeleted = deleted === 'true'
  const rules = [
    // A merged record is restored only by undoing its merge.
    isDeleted
      ? sql`p.deleted_at is not null and not exists
          (select from record_merges m where m.merged_id = p.patient_id and m.undone_at is null)`
      : sql`p.deleted_at is null`,
    ...(status ? [sql`p.status = ${status}`] : []),
    ...(patient_type ? [sql`p.patient_type = ${patient_type}`] : []),
    ...(patients ? [sql`p.code = any (${patients}::text[])`] : []),
  ]
  return { terms, isDeleted, isNarrowed: isDeleted || rules.length > 1, rule: sql.join(rules, sql` and `) }
}
type Match = NonNullable<ReturnType<typeof matchOf>>

/** Triggers count all patients; everything else is counted in an index. */
const counting = ({ rule, isNarrowed }: Pick<Match, 'rule' | 'isNarrowed'>) =>
  isNarrowed
    ? sql<{ total: number }>`select count(*)::int as total from patients p where ${rule}`
    : sql<{ total: number }>`select coalesce((select patients from project_totals), 0)::int as total`
const countOf = async (db: Db, match: Pick<Match, 'rule' | 'isNarrowed'>) =>
  (await counting(match).execute(db)).rows[0]?.total ?? 0

/** The keys of a page of all matching patients, of a set of thousands, or of a few. */
const keysOf = async (db: Db, query: ListPatientsQuery, match: Match): Promise<Keys> => {
  const { terms, isDeleted, isNarrowed, rule } = match
  if (!terms && query.page === 1) return { keys: keysOfFirst(query, rule, counting(match)) }
  if (!terms) return { keys: keysAlong(query, rule, await countOf(db, match)) }
  // The sets contain those who are not deleted.
  const { broad, found } = isDeleted ? { broad: new Set<string>(), found: null } : await intersectBroadTerms(db, terms)
  if (found) {
    const total = isNarrowed ? await countOf(db, { isNarrowed, rule: sql`${rule} and ${isIn(found)}` }) : sizeOf(found)
    return keysOfSet(query, rule, found, total)
  }
  const few = (keys: Sql, are: Sql) => wordsMatchingFew(terms, broad, keys, are)
  // The word index knows the name and who is deleted, and nothing else about a patient.
  const isInWords = !isNarrowed && (query.sort === 'last_name' || query.sort === 'first_name')
  const m = isInWords
    ? sql`select distinct * from (${few(sql`patient_id, last_key, first_key`, sql`living`)}) w`
    : sql`select ${sortColumns(query)} from patients p
           where ${rule} and p.patient_id in (${few(sql`patient_id`, isDeleted ? sql`true` : sql`living`)})`
  return { keys: keysOfFew(query, m) }
}

/** The rules and words as a condition on p. */
const isMeant = ({ terms, rule }: Match) =>
  terms ? sql`${rule} and p.patient_id in (${wordsMatching(terms, sql`patient_id`, sql`true`)})` : rule

/** A page of patients with the total; if a search finds nobody, of those whose names sound or are spelled alike. */
export const listOf = async (db: Db, query: ListPatientsQuery, commitWithNext = () => {}) => {
  const match = matchOf(query)
  const found = await pageOf(db, query, match, match?.terms === null ? commitWithNext : undefined)
  const terms = found.total === 0 ? patientTerms(query.searchQuery) : null
  const widened = terms && (await similarTerms(db, terms))
  if (!widened) return { ...found, alike: false }
  const alike = await pageOf(db, query, matchOf(query, widened))
  return { ...alike, alike: alike.total > 0 }
}

/** `commitWithNext` if no other query follows. */
const pageOf = async (db: Db, query: ListPatientsQuery, match: Match | null, commitWithNext = () => {}) => {
  if (!match) return { patients: [], ...totalsOf(0, query.page_size) }
  const { keys, otherwise } = await keysOf(db, query, match)
  commitWithNext()
  const page = await rowsOf(db, query, keys)
  return otherwise && page.patients.length < otherwise.atLeast ? rowsOf(db, query, otherwise.keys()) : page
}

const rowsOf = async (db: Db, query: ListPatientsQuery, keys: PageKeys) => {
  const { rows } = await sql<Row>`
    with ${keys}
    select t.total, ${columns}, ${hasNamesake} as has_namesake from t left join (page join patients p using (patient_id)) on true order by ${orderOf(query)}`.execute(
    db,
  )
  // A page past the end is one row without a patient, which still has the total.
  const patients = rows.flatMap(({ total: _, ...patient }) => (patient._id === null ? [] : [patient]))
  return { patients, ...totalsOf(rows[0]?.total ?? 0, query.page_size) }
}

export const totalOf = async (db: Db, filters: ListFilters) => {
  const match = matchOf(filters)
  if (!match) return 0
  return countOf(db, { isNarrowed: match.isNarrowed || match.terms !== null, rule: isMeant(match) })
}

/** From one index, without the rows. */
export const statusCounts = async (db: Db, patientType: PatientFilters['patient_type']) => {
  const { rows } = await sql<StatusCount>`
    select p.status, count(*)::int as patients from patients p
     where p.deleted_at is null ${patientType ? sql`and p.patient_type = ${patientType}` : sql``}
     group by p.status`.execute(db)
  return { statuses: rows }
}

/** Where a batch ended: its last row's sort values. */
export type Place = string[]
/** Which of the filtered patients are under special care. */
export const watchedAmong = async (db: Db, filters: ListFilters) => {
  const match = matchOf(filters)
  if (!match) return []
  const { rows } = await sql<{ patient_id: string }>`
    select p.patient_id from special_care c join patients p on p.project_id = c.project_id and p.patient_id = c.patient_id
     where ${isMeant(match)}`.execute(db)
  return rows.map(({ patient_id }) => patient_id)
}

type Listed = Record<PatientColumn | 'added_on', unknown> & { place: Place }

/** The next patients of the list after a place, by the same index as its pages. */
export const batchAfter = async (db: Db, filters: ListFilters, place: Place | undefined, size: number) => {
  const match = matchOf(filters)
  if (!match) return []
  const { rows } = await sql<Listed>`
    select ${columns}, array[${sql.join(sortKeys(filters).map((key) => sql`${key}::text`))}] as place
      from patients p where ${isMeant(match)} ${place ? sql`and ${comesAfter(filters, place)}` : sql``}
     order by ${orderOf(filters)} limit ${size}`.execute(db)
  return rows
}
