import { createHash } from 'node:crypto'
import { aYearAfter, validFormVersions } from '@fornix/contract'
import { type RawBuilder, sql } from 'kysely'
import { chunksOf } from '../../platform/base/chunks.ts'
import type { Db } from '../../platform/database/db.ts'
import { DamagedFile } from '../../platform/files/encryption/encryption.ts'
import { boundRecord, boundTo } from '../../platform/files/encryption/file-identity.ts'
import { openStored, type StoredRow } from '../../platform/files/open-stored.ts'
import type { FileSpace } from '../../platform/files/store-upload.ts'
import { StoredFileMissing } from '../../platform/files/stores/store.ts'
import type { Seals } from './seals.ts'

/** Which form, and who signed it when. Times and days are ISO 8601. */
type Signed = {
  project_id: string
  file_id: string
  patient_id: string
  bound_patient_id?: string | null
  signer_id: string
  signer_name: string
  signature: string
  meaning: string
  signed_at: string
  sha256: Buffer
  is_stamped: boolean
}

/** What was signed, by whom and when: everything that the seal covers. */
export type FormRecord = Signed & {
  form_version: string
  study_uid: string | null
  purposes: string | null
  expiration_date: string | null
  form_date: string | null
  /** How the signer was identified. Null, as all that follows, in forms from before the PDF itself was signed. */
  factor: string | null
  /** The form's fields, as JSON. */
  fields: string | null
  /** Of the PDF before the certificate page. */
  pages_sha256: Buffer | null
  pages_size: number | null
  certificate_sha256: Buffer | null
  needs_countersign: boolean
}

/** A staff member who signed below, and the PDF with the second signature. */
export type Countersignature = Signed & {
  role: string
  factor: string
  signed_sha256: Buffer
  signed_size: number
  certificate_sha256: Buffer
}

/** What a seal covers since PDFs are signed; an older seal ends before it. */
const sealedOfPdf = (form: FormRecord) =>
  form.factor === null
    ? []
    : [
        form.factor,
        form.fields ?? '',
        form.pages_sha256?.toString('hex') ?? '',
        form.pages_size ?? 0,
        form.certificate_sha256?.toString('hex') ?? '',
        `${form.is_stamped}`,
        `${form.needs_countersign}`,
      ]

/** The bytes under the seal. The order is part of the format. */
export const sealed = (form: FormRecord) =>
  boundTo(
    form.factor === null ? 'form' : 'form 2',
    form.project_id,
    form.file_id,
    boundRecord(form),
    form.signer_id,
    form.signer_name,
    form.signature,
    form.meaning,
    form.form_version,
    new Date(form.signed_at).toISOString(),
    form.sha256.toString('hex'),
    form.study_uid ?? '',
    form.purposes ?? '',
    form.expiration_date ?? '',
    form.form_date ?? '',
    ...sealedOfPdf(form),
  )

export const sealedCountersignature = (second: Countersignature) =>
  boundTo(
    'form countersignature',
    second.project_id,
    second.file_id,
    boundRecord(second),
    second.signer_id,
    second.signer_name,
    second.signature,
    second.role,
    second.meaning,
    second.factor,
    new Date(second.signed_at).toISOString(),
    second.signed_sha256.toString('hex'),
    second.signed_size,
    second.sha256.toString('hex'),
    second.certificate_sha256.toString('hex'),
    `${second.is_stamped}`,
  )

export const addSignature = (db: Db, seals: Seals, form: FormRecord) =>
  db
    .insertInto('form_signatures')
    .values({ ...form, seal: seals.seal(sealed(form)) })
    .execute()

export const addCountersignature = (db: Db, seals: Seals, second: Countersignature) =>
  db
    .insertInto('form_countersignatures')
    .values({ ...second, seal: seals.seal(sealedCountersignature(second)) })
    .execute()

type Sealed<T> = T & { seal: Buffer }
export type SealedForm = Sealed<FormRecord>
export type SealedCountersignature = Sealed<Countersignature>

/** A signed form of the scope, or undefined. */
export const findSignature = async (db: Db, file: string) =>
  (await sql<SealedForm>`select * from form_signatures where file_id = ${file}`.execute(db)).rows[0]

export const findCountersignature = async (db: Db, file: string) =>
  (await sql<SealedCountersignature>`select * from form_countersignatures where file_id = ${file}`.execute(db)).rows[0]

/** The record's own fields are what was sealed. */
export const isAsSigned = (seals: Seals, form: SealedForm) => seals.isSealed(sealed(form), form.seal)

/** Lost or damaged in storage, which says nothing about the signature. */
export const unreadableFile = 'the file cannot be read'

/** Why a form cannot be trusted, or null. `sha256` is of the file as now stored; null if it cannot be opened. */
export const brokenSeal = (
  seals: Seals,
  form: SealedForm,
  sha256: Buffer | null,
  second: SealedCountersignature | undefined,
) => {
  if (!isAsSigned(seals, form)) return 'the record of the signature was changed'
  if (second && !isCountersigned(seals, form, second)) return 'the record of the countersignature was changed'
  if (!sha256) return unreadableFile
  return (second ?? form).sha256.equals(sha256) ? null : 'the file was changed'
}

/** Its own fields are what was sealed, and it is the second signature of this form. */
export const isCountersigned = (seals: Seals, form: FormRecord, second: SealedCountersignature) =>
  seals.isSealed(sealedCountersignature(second), second.seal) &&
  second.file_id === form.file_id &&
  second.signed_sha256.equals(form.sha256)

/** SHA-256 of the file as now stored; null if damaged or gone. */
export const storedHash = async (row: StoredRow, files: FileSpace) => {
  const hash = createHash('sha256')
  try {
    for await (const bytes of chunksOf(await openStored(row, files))) hash.update(bytes)
    return hash.digest()
  } catch (error) {
    if (error instanceof DamagedFile || error instanceof StoredFileMissing) return null
    throw error
  }
}

/** The last day of the authorization, a year after it was signed if the form names none. Older records do not hold that. */
export const endsOn = ({ expiration_date, signed_at }: Pick<FormRecord, 'expiration_date' | 'signed_at'>) =>
  expiration_date ?? aYearAfter(signed_at)

/** Whether the form `f` authorizes on a day at the site: signed for this record, by a valid text, and not past its last day. */
export const authorizesOn = (day: RawBuilder<unknown>) => sql<boolean>`(f.bound_patient_id is null
  and f.form_version = any(${validFormVersions()}::text[])
  and coalesce(f.expiration_date, ((f.signed_at at time zone 'UTC') + interval '1 year')::date) >= ${day})`

/** When the patient `p` signed the newest form valid on a day; null without one. */
export const formSignedFor = (day: RawBuilder<unknown>) => sql<
  string | null
>`(select max(f.signed_at) from form_signatures f
  where f.project_id = p.project_id and f.patient_id = p.patient_id and ${authorizesOn(day)})`
