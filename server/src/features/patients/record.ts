import { type MedicalInformation, OwnPatient, StaffPatient } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { hasNamesake } from '../../clinic/records/namesakes.ts'
import { ageAtSite, namedBy } from '../../clinic/records/patient-record.ts'
import { wireBirthDate } from '../../clinic/records/record-sql.ts'
import { notFound } from '../../platform/base/errors.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { wireTime } from '../../platform/database/sql-time.ts'

const medical = [
  'neck_length',
  'head_circumference',
  'pregnant_or_nursing',
  'birth_control_pills',
  'travel_restrictions',
  'gender',
  'race',
  'participating_in_research',
  'previous_history',
] as const

/** A patient's record as sent to the web, still including what only staff read. */
export type PatientRecord = Omit<StaffPatient, 'notes'> & {
  notes: (StaffPatient['notes'][number] & { medical: string })[]
  medical: MedicalInformation
  physician: string | null
  has_namesake: boolean
  special_care: boolean
}
type Row = Omit<StaffPatient, 'provider_id' | 'notes'> &
  Omit<MedicalInformation, 'age' | 'gender' | 'race'> & {
    physician: string | null
    physician_code: string | null
    has_namesake: boolean
    special_care: boolean
    notes: PatientRecord['notes']
  }

/** Reads the scope's record that a key names, unless it is deleted; `lock` keeps it from changing until the transaction ends. */
export const readPatient = async (db: Db, key: string, { lock = false } = {}): Promise<PatientRecord> => {
  const named = namedBy(key)
  if (!named) throw notFound()
  const forUpdate: RawBuilder<unknown> = lock ? sql`for no key update of p` : sql``
  const { rows } = await sql<Row>`
    select p.patient_id as _id, p.code as patient_id, p.version, p.first_name, p.last_name, p.email, p.pending_email,
           p.mobile_number, p.address_1, p.address_2, p.city, p.state, p.zip_code, ${wireBirthDate} as dob,
           ${ageAtSite} as age, p.gender, p.race, p.mrn_number, p.physician_name, p.physician_id as physician,
           v.code as physician_code, p.patient_type, p.indication, p.status,
           p.status_comment, p.priority, p.md_review, p.full_coverage, p.recruitment_source, p.other_recruitment_source,
           p.additional_comments, p.neck_length, p.head_circumference, p.pregnant_or_nursing, p.birth_control_pills,
           p.travel_restrictions, p.participating_in_research, p.previous_history,
           coalesce((select jsonb_agg(jsonb_build_object('text', n.text, 'medical', n.medical, 'author', n.author, 'timestamp', ${wireTime('n.created_at')})
                                      order by n.note_id)
                       from patient_notes n where n.patient_id = p.patient_id), '[]') as notes,
           coalesce((select jsonb_agg(jsonb_build_object('status', h.status, 'comment', h.comment, 'author', h.author,
                                                         'timestamp', ${wireTime('h.created_at')}) order by h.change_id)
                       from patient_status_history h where h.patient_id = p.patient_id), '[]') as status_history,
           array(select o.study_uid from open_studies o where o.patient_id = p.patient_id order by 1) as scans_allowed_to_view,
           ${hasNamesake} as has_namesake,
           exists (select from special_care c where c.patient_id = p.patient_id) as special_care
      from patients p
      left join providers v on v.project_id = p.project_id and v.provider_id = p.physician_id
     where ${sql.ref(`p.${named.column}`)} = ${named.value} and p.deleted_at is null ${forUpdate}`.execute(db)
  const row = rows[0]
  if (!row) throw notFound()
  const { physician_code, ...fields } = row
  return {
    ...fields,
    provider_id: physician_code ?? '',
    medical: {
      ...(Object.fromEntries(medical.map((name) => [name, row[name]])) as Omit<MedicalInformation, 'age'>),
      age: row.age,
    },
  }
}

/** A merge's note holds medical information besides its text. */
const noteFor =
  (seesMedical: boolean) =>
  ({ text, medical, ...note }: PatientRecord['notes'][number]) => ({
    ...note,
    text: medical ? `${text}\n${seesMedical ? medical : 'Medical information: says something else'}` : text,
  })

/** The staff's view; without the right to medical information, it has no indication, and its notes nothing medical. */
export const staffView = (record: PatientRecord, seesMedical: boolean): StaffPatient =>
  StaffPatient.parse({
    ...record,
    notes: record.notes.map(noteFor(seesMedical)),
    ...(!seesMedical && { indication: [] }),
  })

/** The patient's own view. It shows only the code of a provider, so that is queried separately. */
export const ownView = async (database: Database, project: string, record: PatientRecord): Promise<OwnPatient> => {
  const [row] = record.physician
    ? await database.systemQuery<{ code: string }>(
        'select code from providers where project_id = $1 and provider_id = $2',
        [project, record.physician],
      )
    : []
  return { ...OwnPatient.parse(record), provider_id: row?.code ?? '' }
}
