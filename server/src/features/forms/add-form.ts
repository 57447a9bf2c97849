import { buffer } from 'node:stream/consumers'
import { aYearAfter, expirationPassed, formVersion, type PrintedForm, pages, type uploadForm } from '@fornix/contract'
import type { z } from 'zod'
import { addSignature } from '../../clinic/records/form-record.ts'
import { addFiles } from '../../clinic/records/patient-files.ts'
import { isSignatureOf, signWithName, signWithOwnName } from '../../clinic/records/signature.ts'
import { invalidFieldsError, notFound } from '../../platform/base/errors.ts'
import type { AuditNote, Uploaded } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { todayOf } from '../../platform/database/sql-time.ts'
import { openStored } from '../../platform/files/open-stored.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'
import { sha256 } from '../../platform/signing/cades.ts'
import { UnreadablePdf } from '../../platform/signing/document-signer.ts'
import type { PageContent } from '../../platform/signing/signing-page.ts'
import type { Platform } from '../../platform.ts'
import { certificatePage, meaning, signReason } from './certificate-page.ts'
import { signingProject, studyDate } from './queries.ts'
import { signFactor } from './sign-factor.ts'
import { refuseOtherPaper } from './signing.ts'
import { storeSigned } from './store-signed.ts'

type Needs = Pick<Platform, 'files' | 'seals' | 'signer' | 'sessions' | 'config'>
type Context = Uploaded & {
  db: Db
  user: Caller
  audit: AuditNote
  located: { patient: string; name: string }
  body: z.output<(typeof uploadForm)['body']>
}

/** Adds a certificate page and a signature to the patient's upload, replacing what was stored while it arrived. */
export const addForm = async (needs: Needs, context: Context) => {
  const { db, user, located, audit, file, discard } = context
  Object.assign(audit, { patient: located.patient, object: file.file_id })
  const printed = await checkedFields(context)
  const pdf = await buffer(await openStored(file, needs.files))
  refuseOtherPaper(printed, pdf)

  const project = await signingProject(db)
  const signed = {
    signed_at: new Date().toISOString(),
    factor: await signFactor(needs, user, audit),
    pages_sha256: sha256(pdf),
    needs_countersign: project.countersign_forms,
  }
  const page = certificatePage({
    project: project.name,
    timeZone: project.time_zone,
    verifyAt: `${needs.config.publicUrl}${pages.verify.path}`,
    fields: printed,
    patientCode: await codeOf(db, located.patient),
    signerName: user.name,
    factor: signed.factor,
    signedAt: signed.signed_at,
    version: formVersion,
    fileId: file.file_id,
    pages: signed.pages_sha256,
    needsCountersign: signed.needs_countersign,
  })
  const by = { at: signed.signed_at, name: printed.signature, reason: signReason }
  const made = await signPages(needs, user, { pdf, page, by })

  await storeSigned(needs.files, file, made.pdf, async (stored) => {
    // The name is the spec's; the kind is what makes it a form.
    await addFiles(db, user, [{ ...file, ...stored, file_name: 'AuthorizationForm', file_type: 'pdf' }])
    await addSignature(db, needs.seals, {
      project_id: user.project,
      file_id: file.file_id,
      patient_id: located.patient,
      signer_id: actorOf(user),
      signer_name: user.name,
      signature: printed.signature,
      meaning,
      form_version: formVersion,
      sha256: stored.sha256,
      study_uid: printed.study_id || null,
      purposes: printed.purposes || null,
      expiration_date: printed.expiration_date,
      form_date: printed.date,
      ...signed,
      fields: JSON.stringify(printed),
      pages_size: pdf.length,
      certificate_sha256: made.certificate,
      is_stamped: made.isStamped,
    })
  })
  await discard()
  return { file_id: file.file_id }
}

/** Namesakes have different ones, and it stays after a change of name. */
const codeOf = async (db: Db, patient: string) =>
  (await db.selectFrom('patients').select('code').where('patient_id', '=', patient).executeTakeFirstOrThrow()).code

/** The form's fields, as they are sealed; refused if the signer may not sign it. */
const checkedFields = async ({ db, user, located, body }: Context): Promise<PrintedForm> => {
  const scan_date = body.study_id ? await studyDate(db, body.study_id) : ''
  if (scan_date === undefined) throw notFound()
  const today = await todayOf(db)
  const printed = {
    patient: located.name,
    study_id: body.study_id ?? '',
    scan_date,
    purposes: body.purposes ?? '',
    expiration_date: body.expiration_date ?? aYearAfter(today),
    signature: body.signature ?? '',
    date: body.date ?? today,
  }
  const signer = user.caregiver?.name ?? located.name
  if (!isSignatureOf(signer, printed.signature))
    throw invalidFieldsError({ signature: user.caregiver ? signWithOwnName(signer) : signWithName(signer) })
  if (printed.expiration_date < today) throw invalidFieldsError({ expiration_date: expirationPassed })
  return printed
}

type Pages = { pdf: Buffer; page: PageContent; by: { at: string; name: string; reason: string } }
const signPages = async ({ signer }: Needs, user: Caller, { pdf, page, by }: Pages) => {
  try {
    return await signer.sign(user.project, pdf, page, by)
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
    throw invalidFieldsError({
      file: 'The form could not be read as a PDF. Please reload the page and fill it in again.',
    })
  }
}
