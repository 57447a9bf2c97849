import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { nobody } from '../../../platform/files/encryption/file-identity.ts'
import type { StoredRow } from '../../../platform/files/open-stored.ts'
import type { StoredBytes } from '../../../platform/files/store-upload.ts'
import type { DicomJson } from '../dicom/dicom-json.ts'
import type { Frames } from '../dicom/frames.ts'
import type { Head } from '../dicom/head.ts'
import type { Chain } from './archive.ts'

export type InstanceFile = StoredRow & { size: number; transfer_syntax: string }
export type InstanceRow = InstanceFile & {
  study_uid: string
  series_uid: string
  sop_uid: string
  metadata: DicomJson
  frames: Frames
}

const inChain = ({ study, series, instance }: Chain) => sql<boolean>`study_uid = ${study}
  ${series === undefined ? sql`` : sql`and series_uid = ${series}`} ${instance === undefined ? sql`` : sql`and sop_uid = ${instance}`}`

const asFile = sql`project_id, instance_id as file_id, ${nobody}::uuid as patient_id, 'dicom_instance' as kind, storage_key,
  key_version, wrapped_key, size, transfer_syntax`
const inOrder = sql`order by series_uid, instance_number, sop_uid`

/** The files of a chain in slice order: what reading the bytes needs. */
export const filesIn = async (db: Db, chain: Chain) =>
  (await sql<InstanceFile>`select ${asFile} from archive_instances where ${inChain(chain)} ${inOrder}`.execute(db)).rows

/** The instances of a chain with their tags and frames. */
export const instancesIn = async (db: Db, chain: Chain) =>
  (
    await sql<InstanceRow>`select ${asFile}, study_uid, series_uid, sop_uid, metadata, frames
      from archive_instances where ${inChain(chain)} ${inOrder}`.execute(db)
  ).rows

/** Selected tags only: all of them may be megabytes, which the reader would have to wait for. */
const picked = (tags: string[]) => sql<DicomJson>`(select coalesce(jsonb_object_agg(tag, metadata -> tag), '{}')
  from unnest(${tags}::text[]) as tag where metadata ? tag)`

/** Selected tags of the first instance of each series of a study, the number of its instances, and the study's birth date or nothing. */
export const seriesIn = async (db: Db, study: string, tags: string[]) =>
  (
    await sql<{ metadata: DicomJson; instances: number; birth_date: string }>`
      with first as (
        select distinct on (series_uid) series_uid, metadata, count(*) over (partition by series_uid) as instances
          from archive_instances where study_uid = ${study}
         order by series_uid, instance_number, sop_uid)
      select ${picked(tags)} as metadata, instances, (select dicom_birth_date from archive_studies where study_uid = ${study}) as birth_date
        from first order by series_uid`.execute(db)
  ).rows

/** Selected tags of a chain's instances, and how each is compressed. */
export const tagsIn = async (db: Db, chain: Chain, tags: string[]) =>
  (
    await sql<{ metadata: DicomJson; transfer_syntax: string }>`select ${picked(tags)} as metadata, transfer_syntax
      from archive_instances where ${inChain(chain)} ${inOrder}`.execute(db)
  ).rows

const patientTagsOf = (db: Db, study: string) =>
  db
    .selectFrom('archive_studies')
    .select(['dicom_patient_id', 'dicom_issuer', 'dicom_birth_date'])
    .where('study_uid', '=', study)
    .executeTakeFirst()

export type StudyOwner = { patientId: string; issuer: string; birthDate: string }

/**
 * The study's patient tags; set by its first instance, a missing birth date by the first of the same patient that has one, and concurrent
 * ones wait for that.
 * Afterwards nothing is locked: a study's instances are stored in parallel.
 */
export const claimStudy = async (db: Db, study: string, { patientId, issuer, birthDate }: StudyOwner) => {
  const existing = await patientTagsOf(db, study)
  if (existing && (existing.dicom_birth_date !== '' || birthDate === '')) return existing
  await sql`insert into archive_studies as s (study_uid, dicom_patient_id, dicom_issuer, dicom_birth_date)
    values (${study}, ${patientId}, ${issuer}, ${birthDate})
    on conflict (project_id, study_uid) do update set dicom_birth_date = excluded.dicom_birth_date
      where s.dicom_birth_date = '' and excluded.dicom_birth_date <> ''
        and (s.dicom_patient_id, s.dicom_issuer) = (excluded.dicom_patient_id, excluded.dicom_issuer)`.execute(db)
  return (await patientTagsOf(db, study))!
}

export const hashOf = (db: Db, sop: string) =>
  db.selectFrom('archive_instances').select('sha256').where('sop_uid', '=', sop).executeTakeFirst()

/** False if an instance with that UID already exists. */
export const addInstance = async (db: Db, id: string, head: Head, stored: StoredBytes) => {
  const added = await db
    .insertInto('archive_instances')
    .values({
      instance_id: id,
      sop_uid: head.sopUid,
      study_uid: head.studyUid,
      series_uid: head.seriesUid,
      instance_number: head.instanceNumber,
      sop_class: head.sopClass,
      transfer_syntax: head.transferSyntax,
      metadata: head.metadata,
      frames: JSON.stringify(head.frames),
      ...stored,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'sop_uid']).doNothing())
    .returning('instance_id')
    .executeTakeFirst()
  return added !== undefined
}
