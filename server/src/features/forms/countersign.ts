import { buffer } from 'node:stream/consumers'
import { addCountersignature, type SealedCountersignature, type SealedForm } from '../../clinic/records/form-record.ts'
import { refuseOwnRecord } from '../../clinic/records/own-record.ts'
import { nameWithCode } from '../../clinic/records/provider-record.ts'
import { isSignatureOf, signWithName } from '../../clinic/records/signature.ts'
import { removeStored } from '../../clinic/retention/rules.ts'
import { conflict, invalidFieldsError } from '../../platform/base/errors.ts'
import type { AuditNote } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { openStored, type StoredRow } from '../../platform/files/open-stored.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { countersignLines, countersignMeaning } from './certificate-page.ts'
import { signingProject } from './queries.ts'
import { signFactor } from './sign-factor.ts'
import { storeSigned } from './store-signed.ts'

type Needs = Pick<Platform, 'files' | 'seals' | 'signer' | 'database' | 'sessions'>
type Context = {
  db: Db
  user: Caller
  audit: AuditNote
  body: { signature: string }
  located: { form: StoredRow; record: SealedForm; second: SealedCountersignature | undefined }
}

/** Two users who sign at once follow one another. */
const lockForm = (db: Db, file: string) =>
  db.selectFrom('files').select('storage_key').where('file_id', '=', file).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Adds the second signature to the PDF of a form that waits for it. */
export const countersign = async (needs: Needs, { db, user, audit, body, located }: Context) => {
  const { form, record, second } = located
  if (!isSignatureOf(user.name, body.signature)) throw invalidFieldsError({ signature: signWithName(user.name) })
  await refuseOwnRecord(db, user, record.patient_id, record.signer_id)
  if (!record.needs_countersign) throw conflict('This form needs no countersignature.', 'not_needed')
  const { storage_key } = await lockForm(db, record.file_id)
  if (second || storage_key !== form.storage_key) throw conflict('This form is already countersigned.', 'countersigned')

  const project = await signingProject(db)
  const signed_at = new Date().toISOString()
  const pdf = await buffer(await openStored(form, needs.files))
  const lines = countersignLines({
    name: await nameWithCode(db, user),
    signature: body.signature,
    role: user.role,
    signedAt: signed_at,
    timeZone: project.time_zone,
  })
  const by = { at: signed_at, name: body.signature, reason: countersignMeaning }
  const made = await needs.signer.countersign(user.project, pdf, lines, by)

  await storeSigned(needs.files, form, made.pdf, async (stored) => {
    await db.updateTable('files').set(stored).where('file_id', '=', record.file_id).execute()
    await removeStored(db, user.project, [form])
    await addCountersignature(db, needs.seals, {
      project_id: user.project,
      file_id: record.file_id,
      patient_id: record.patient_id,
      bound_patient_id: record.bound_patient_id ?? null,
      signer_id: user.person,
      signer_name: user.name,
      signature: body.signature,
      role: user.role,
      meaning: countersignMeaning,
      factor: await signFactor(needs, user, audit),
      signed_at,
      signed_sha256: record.sha256,
      signed_size: pdf.length,
      sha256: stored.sha256,
      certificate_sha256: made.certificate,
      is_stamped: made.isStamped,
    })
  })
  return { message: 'Countersigned.' }
}
