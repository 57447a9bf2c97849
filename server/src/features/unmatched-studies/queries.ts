import { type Candidate, contactDays, type listUnmatchedStudies, type UnmatchedStudy } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type AccessMail, readerOf } from '../../clinic/records/access-mails.ts'
import { patientTerms, wordsMatching } from '../../clinic/records/patient-words.ts'
import { dicomBirthDate, fullName, patientIdentity, patientIdentityJson } from '../../clinic/records/record-sql.ts'
import { fold } from '../../clinic/records/search-words.ts'
import type { Db } from '../../platform/database/db.ts'

type Row = Omit<UnmatchedStudy, 'candidates'>
type Page = z.output<typeof listUnmatchedStudies.query>

const row = sql`s.study_uid as "study_UID", s.study_date, s.study_time, s.scan_type, s.source, s.series_uid as "seriesId", s.received_at,
  jsonb_build_object('patient_id', m.dicom_patient_id, 'issuer', m.dicom_issuer, 'name', m.dicom_patient_name,
                     'birth_date', m.dicom_birth_date) as dicom,
  coalesce(nullif(m.reason, ''), 'undone') as reason, m.state, m.version, m.decided_at, coalesce(${fullName('v')}, '') as decided_by,
  case when p.patient_id is not null then ${patientIdentityJson} end as patient`
const joined = sql`study_matching m
  join studies s on s.project_id = m.project_id and s.study_id = m.study_id
  left join patients p on p.project_id = m.project_id and p.patient_id = coalesce(s.patient_id, m.previous_patient_id) and p.deleted_at is null
  left join providers v on v.project_id = m.project_id and v.provider_id = m.decided_by`

/** What is pending; a study whose images are gone from the archive needs no attention. */
const waits = sql<boolean>`m.state = 'open' and s.series_uid <> ''`
const shown = {
  open: waits,
  decided: sql<boolean>`m.state in ('assigned', 'rejected')`,
  matched: sql<boolean>`m.state = 'matched'`,
}

/** Finds the patient as in the list of patients, and DICOM's data by any part of the name and the patient id. */
const isAbout = (searchQuery: string) => {
  const terms = patientTerms(searchQuery)
  if (terms === null) return sql<boolean>`true`
  if (terms.length === 0) return sql<boolean>`false`
  const parts = searchQuery.trim().toLowerCase().split(/\s+/)
  const says = sql`lower(m.dicom_patient_name || ' ' || m.dicom_patient_id)`
  return sql<boolean>`(p.patient_id in (${wordsMatching(terms, sql`patient_id`, sql`true`)})
    or (${sql.join(
      parts.map((part) => sql`strpos(${says}, ${part}) > 0`),
      sql` and `,
    )}))`
}

/** The newest first: the latest arrivals are asked about first. */
export const studiesIn = async (db: Db, { show, searchQuery, page, page_size }: Page) => {
  const which = sql<boolean>`${shown[show]} and ${isAbout(searchQuery)}`
  const { rows } = await sql<Row>`select ${row} from ${joined} where ${which}
    order by m.decided_at desc, m.study_id limit ${page_size} offset ${(page - 1) * page_size}`.execute(db)
  return { rows, total: await countOf(db, which) }
}

const countOf = async (db: Db, which: RawBuilder<boolean>) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${joined} where ${which}`.execute(db)
  return rows[0]?.count ?? 0
}
export const openCount = (db: Db) => countOf(db, waits)

type Decidable = {
  study_id: string
  study_uid: string
  patient_id: string | null
  state: string
  version: number
  /** Whose it was, until so long ago that the mails about it were deleted. */
  lost_long_ago: string | null
}

/** The study, locked until the decision is written. */
export const studyToDecide = async (db: Db, study: string) =>
  (
    await sql<Decidable>`select m.study_id, s.study_uid, s.patient_id, m.state, m.version,
             case when m.previous_until <= now() - make_interval(days => ${contactDays}) then m.previous_patient_id end as lost_long_ago
      from study_matching m join studies s on s.project_id = m.project_id and s.study_id = m.study_id
     where s.study_uid = ${study} for update of s, m`.execute(db)
  ).rows[0]

export const findStudy = async (db: Db, study_id: string) =>
  (await sql<Row>`select ${row} from ${joined} where m.study_id = ${study_id}`.execute(db)).rows[0]

type Taken = { state: 'open' | 'assigned' | 'rejected'; by: string; from: string | null }

/**
 * Writes a decision, and counts its version up. `by`: a provider's id. `from` is the previous patient, for whoever decides next; null keeps
 * it.
 */
export const decide = (db: Db, study_id: string, { state, by, from }: Taken) =>
  sql`update study_matching set state = ${state}, decided_by = ${by}, decided_at = now(), version = version + 1,
             previous_patient_id = coalesce(${from}, previous_patient_id), previous_until = coalesce(${from && sql`now()`}, previous_until)
       where study_id = ${study_id}`.execute(db)

/** The words of a DICOM name, family^given^…, in the form of the patients' own keys. */
const keysOf = (name: string) => {
  const [family = '', given = ''] = (name.split('=').find(Boolean) ?? '').split('^')
  return { family: fold(family.trim()), given: fold(given.trim()) }
}

const maxCandidates = 5

/** For each study the possible patients: by a number, or by the name together with the birth date or the first name. */
export const withCandidates = async (db: Db, rows: Row[]): Promise<UnmatchedStudy[]> => {
  const queries = rows
    .filter(({ state }) => state === 'open')
    .map(({ study_UID, dicom }) => ({ study_UID, ...dicom, ...keysOf(dicom.name) }))
  const { rows: found } = await sql<Candidate & { study_UID: string }>`
    select query."study_UID", c.* from jsonb_to_recordset(${JSON.stringify(queries)}::jsonb)
           as query ("study_UID" text, patient_id text, birth_date text, family text, given text),
    lateral (
      select ${patientIdentity},
             array_remove(array[
               case when query.patient_id <> '' and p.mrn_number = trim(query.patient_id) then 'mrn_number' end,
               case when p.code = upper(trim(query.patient_id)) then 'patient_id' end,
               case when ${dicomBirthDate} = query.birth_date then 'dob' end,
               case when p.last_key = query.family and p.first_key = query.given then 'name' end], null) as agrees
        from patients p
       where p.deleted_at is null
         and ((query.patient_id <> '' and p.mrn_number = trim(query.patient_id)) or p.code = upper(trim(query.patient_id))
              or (query.family <> '' and p.last_key = query.family
                  and (p.first_key = query.given or ${dicomBirthDate} = query.birth_date)))
       limit 50
    ) c order by cardinality(c.agrees) desc, c.patient_id`.execute(db)
  return rows.map((study) => ({
    ...study,
    candidates: found.filter(({ study_UID }) => study_UID === study.study_UID).slice(0, maxCandidates),
  }))
}

/** The patient who may open the study now; each decision that ends or restores it is one email. */
export const openTo = async (db: Db, study_id: string): Promise<AccessMail | undefined> => {
  const { rows } = await sql<Omit<AccessMail, 'request_id'> & { version: number }>`
      select m.version, o.patient_id, o.study_id, p.email, p.first_name
        from open_studies o
        join study_matching m on m.project_id = o.project_id and m.study_id = o.study_id
        join patients p on p.project_id = o.project_id and p.patient_id = o.patient_id and p.deleted_at is null
       where o.study_id = ${study_id}`.execute(db)
  const [open] = rows
  return open && { ...open, request_id: `${readerOf(open)} ${open.version}` }
}
