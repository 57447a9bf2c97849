import type { SearchFilter } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { hasBeginning } from './patient-words.ts'
import { dicomBirthDate } from './record-sql.ts'
import { wordsOf } from './search-words.ts'
import { columns, joinPatient, type OpenableStudy, visible } from './study-access.ts'

/** A study's data beyond its row in the lists. */
export type StudyFacts = {
  study_time: string
  accession_number: string
  referring_physician: string
  dicom_study_id: string
  modalities: string[]
  series_count: number
  instance_count: number
}

export type ListedStudy = OpenableStudy &
  StudyFacts & {
    /** As DICOM writes it: the family name first. */
    dicom_name: string
    birth_date: string
    sex: string
  }

const dicomName = sql`case when p.patient_id is null then '' else trim(trailing '^' from concat_ws('^', p.last_name, p.first_name)) end`
const dicomId = sql`coalesce(nullif(p.mrn_number, ''), p.code, '')`
const birthDate = sql`coalesce(${dicomBirthDate}, '')`
const sex = sql`case p.gender when 'Male' then 'M' when 'Female' then 'F' when 'Other' then 'O' else '' end`

/** The column that each attribute is compared with. */
const columnOf: Record<string, RawBuilder<unknown>> = {
  '00080020': sql`s.study_date`,
  '00080030': sql`s.study_time`,
  '00080050': sql`s.accession_number`,
  '00080061': sql`s.modalities`,
  '00080090': sql`s.referring_physician`,
  '00081030': sql`s.scan_type`,
  '00100010': dicomName,
  '00100020': dicomId,
  '00100030': birthDate,
  '00100040': sex,
  '0020000D': sql`s.study_uid`,
  '00200010': sql`s.dicom_study_id`,
}

/** DICOM's wildcards (PS3.4 C.2.2.2.4) as SQL's. */
const likePattern = (value: string) =>
  value
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*+/g, '%')
    .replaceAll('?', '_')

/** The first and last value of a range; a time without minutes covers its whole hour. */
export const boundsOf = ({ kind, value }: SearchFilter) => {
  const [from = '', to = from] = value.split('-')
  const length = kind === 'time' ? 6 : 8
  const digits = (text: string, filler: string) => (text.split('.')[0] ?? '').padEnd(length, filler)
  return { from: digits(from, '0'), to: to === '' ? '9'.repeat(length) : digits(to, '9') }
}
export const listOf = (value: string) => value.split(/[,\\]/)

/** Each word begins a word of the name, in any order; for patients, also as the portal's own search folds them. */
const hasWords = (tag: string, column: RawBuilder<unknown>, value: string) => {
  const name = sql`(' ' || translate(${column}, '^=,.-', '     '))`
  const found = wordsOf(value).map((word) =>
    tag === '00100010'
      ? sql`coalesce(${hasBeginning(word, sql`s.patient_id`)}, false)`
      : sql`${name} ilike ${`% ${likePattern(word)}%`}`,
  )
  return sql.join(found, sql` and `)
}

const condition = (filter: SearchFilter, isFuzzy: boolean) => {
  const { tag, kind, value } = filter
  const column = columnOf[tag]
  if (!column) throw new Error(`No study is searched by ${tag}`)
  if (kind === 'uids') return sql`${column} = any(${listOf(value)})`
  if (kind === 'date' || kind === 'time') {
    const { from, to } = boundsOf(filter)
    return sql`(${column} <> '' and ${column} >= ${from} and ${column} <= ${to})`
  }
  if (kind === 'codes') {
    const patterns = listOf(value).map(likePattern)
    const one = tag === '00080061' ? sql`unnest(${column})` : sql`(select ${column})`
    return sql`exists (select from ${one} as code where code like any(${patterns}))`
  }
  if (kind === 'name' && isFuzzy && wordsOf(value).length > 0) return hasWords(tag, column, value)
  return kind === 'name' ? sql`${column} ilike ${likePattern(value)}` : sql`${column} like ${likePattern(value)}`
}

type Search = { filters: SearchFilter[]; isFuzzy: boolean; limit: number; offset: number }

/**
 * The studies that QIDO lists: never what an archive says, only what the portal knows and the caller may open, the newest first; and their
 * number.
 */
export const searchOpenableStudies = async (db: Db, caller: Caller, { filters, isFuzzy, limit, offset }: Search) => {
  const found = sql`from studies s ${joinPatient}
    where ${sql.join([visible(caller), ...filters.map((filter) => condition(filter, isFuzzy))], sql` and `)}`
  const { rows: studies } = await sql<ListedStudy>`
    select ${columns}, s.study_time, s.accession_number, s.referring_physician, s.dicom_study_id, s.modalities, s.series_count,
           s.instance_count, ${dicomName} as dicom_name, ${birthDate} as birth_date, ${sex} as sex ${found}
     order by s.study_date desc, s.study_time desc, s.study_uid limit ${limit} offset ${offset}`.execute(db)
  const isLast = studies.length > 0 && studies.length < limit
  if (isLast) return { studies, total: offset + studies.length }
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db)
  return { studies, total: rows[0]?.total ?? 0 }
}
