import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { chunksOf } from '../../platform/base/chunks.ts'
import type { Db } from '../../platform/database/db.ts'
import { DamagedFile } from '../../platform/files/encryption/encryption.ts'
import { boundRecord, boundTo } from '../../platform/files/encryption/file-identity.ts'
import { type FileSpace, openStored, type StoredRow } from '../../platform/files/receive.ts'
import { StoredFileMissing } from '../../platform/files/stores/store.ts'
import type { Seals } from './seals.ts'

/** What was signed, by whom and when: everything that the seal covers. Times and days are ISO 8601. */
export type FormRecord = {
  project_id: string
  file_id: string
  patient_id: string
  bound_patient_id?: string | null
  signer_id: string
  signer_name: string
  signature: string
  meaning: string
  form_version: string
  signed_at: string
  sha256: Buffer
  study_uid: string | null
  purposes: string | null
  expiration_date: string | null
  form_date: string | null
}

/** The bytes under the seal. The order is part of the format. */
const sealed = (form: FormRecord) =>
  boundTo(
    'form',
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
  )

export const addSignature = (db: Db, seals: Seals, form: FormRecord) =>
  db
    .insertInto('form_signatures')
    .values({ ...form, seal: seals.seal(sealed(form)) })
    .execute()

/** A signed form of the scope, or undefined. */
export const findSignature = async (db: Db, file: string) =>
  (await sql<FormRecord & { seal: Buffer }>`select * from form_signatures where file_id = ${file}`.execute(db)).rows[0]

/** What the record's own fields say is what was sealed. */
export const isAsSigned = (seals: Seals, form: FormRecord & { seal: Buffer }) => seals.isSealed(sealed(form), form.seal)

/** Why a form cannot be trusted, or null. `sha256` is of the file as the store holds it now; null when it cannot be opened. */
export const brokenSeal = (seals: Seals, form: FormRecord & { seal: Buffer }, sha256: Buffer | null) => {
  if (!isAsSigned(seals, form)) return 'the record of the signature was changed'
  return sha256 && form.sha256.equals(sha256) ? null : 'the file was changed'
}

/** SHA-256 of what the store holds now; null when that is damaged or gone. */
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

/** A form that names no last day ends a year after it was signed. */
export const aYearAfter = (day: string) => {
  const date = new Date(day)
  date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date.toISOString().slice(0, 10)
}
/** The last day of the authorization. Older records do not hold it where the form did not say it. */
export const endsOn = ({ expiration_date, signed_at }: Pick<FormRecord, 'expiration_date' | 'signed_at'>) =>
  expiration_date ?? aYearAfter(signed_at)
