import { downloadForm, expirationPassed, formVersion, readForm, uploadForm } from '@fornix/contract'
import type { z } from 'zod'
import {
  addSignature,
  aYearAfter,
  brokenSeal,
  endsOn,
  findSignature,
  storedHash,
} from '../../clinic/records/form-record.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { addFiles } from '../../clinic/records/patient-files.ts'
import { isSignatureOf, signWithName, signWithOwnName } from '../../clinic/records/signature.ts'
import { fileAnswer, noteFile } from '../../clinic/records/stored-files.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import { type AuditNote, onRecord, onUpload, type Route } from '../../platform/calls/route.ts'
import type { StoredUpload } from '../../platform/calls/upload.ts'
import type { Db } from '../../platform/database/db.ts'
import { todayOf } from '../../platform/database/sql-time.ts'
import { openStored } from '../../platform/files/receive.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { findForm, studyDate } from './queries.ts'
import { refuseOtherPaper } from './signing.ts'

const meaning = 'Authorizes the disclosure of MRI scans as stated in the form'

type Named = { db: Db; user: Caller; audit: AuditNote; params: { file_id: string }; request: { id: string } }

type Needs = Pick<Platform, 'files' | 'seals' | 'log' | 'database'>
type Uploaded = Pick<Named, 'db' | 'user' | 'audit'> & {
  located: { patient: string; name: string }
  body: z.output<(typeof uploadForm)['body']>
  file: StoredUpload
}

export const formRoutes = (needs: Needs): Route[] => {
  const locate = (context: Named) => trusted(needs, context)
  return [
    onUpload(uploadForm, 'authorization_form', patientOfPath, (context) => addForm(needs, context)),

    onRecord(downloadForm, locate, ({ located: { form } }) =>
      fileAnswer({ ...form, file_name: 'AuthorizationForm.pdf' }, needs.files),
    ),

    onRecord(readForm, locate, async ({ db, located: { form, record } }) => ({
      form: {
        file_id: record.file_id,
        signer_name: record.signer_name,
        mrn_number: form.mrn_number,
        signature: record.signature,
        signed_at: record.signed_at,
        form_version: record.form_version,
        study_UID: record.study_uid,
        study_date: (record.study_uid && (await studyDate(db, record.study_uid))) || '',
        purposes: record.purposes ?? '',
        expiration_date: endsOn(record),
        sha256: record.sha256.toString('hex'),
      },
    })),
  ]
}

const addForm = async ({ files, seals }: Needs, { db, user, located, body, audit, file }: Uploaded) => {
  Object.assign(audit, { patient: located.patient, object: file.file_id })
  const scan_date = body.study_id ? await studyDate(db, body.study_id) : ''
  if (scan_date === undefined) throw notFound()
  const { name } = located
  const today = await todayOf(db)
  const fields = {
    study_id: body.study_id ?? '',
    purposes: body.purposes ?? '',
    expiration_date: body.expiration_date ?? aYearAfter(today),
    signature: body.signature ?? '',
    date: body.date ?? today,
  }
  const signer = user.caregiver?.name ?? name
  if (!isSignatureOf(signer, fields.signature))
    throw invalid({ signature: user.caregiver ? signWithOwnName(signer) : signWithName(signer) })
  if (fields.expiration_date < today) throw invalid({ expiration_date: expirationPassed })
  await refuseOtherPaper({ ...fields, patient: name, scan_date }, await openStored(file, files))
  // The name is the spec's; what makes it a form is the kind.
  await addFiles(db, user, [{ ...file, file_name: 'AuthorizationForm', file_type: 'pdf' }])
  await addSignature(db, seals, {
    project_id: user.project,
    file_id: file.file_id,
    patient_id: located.patient,
    signer_id: actorOf(user),
    signer_name: user.name,
    signature: fields.signature,
    meaning,
    form_version: formVersion,
    signed_at: new Date().toISOString(),
    sha256: file.sha256,
    study_uid: fields.study_id || null,
    purposes: fields.purposes || null,
    expiration_date: fields.expiration_date,
    form_date: fields.date,
  })
  return { file_id: file.file_id }
}

/** A form whose record and file are what was sealed; any other is shown to nobody. */
const trusted = async (needs: Needs, context: Named) => {
  const { db, audit, params } = context
  const form = await findForm(db, params.file_id)
  const record = form && (await findSignature(db, params.file_id))
  if (!record) throw notFound()
  noteFile(audit, form)
  const broken = brokenSeal(needs.seals, record, await storedHash(form, needs.files))
  if (broken) {
    await alert(needs, context, broken)
    throw conflict('This form was changed after it was signed, so it is not shown. We have been told.', 'seal_broken')
  }
  return { form, record }
}

/** The refusal takes the request's own audit row with it, so this one has a transaction of its own. */
const alert = async ({ log, database }: Needs, { user, audit, request, params }: Omit<Named, 'db'>, reason: string) => {
  log.error({ alert: 'form_seal_broken', file: params.file_id, request: request.id, reason }, 'a form was changed')
  await database.scoped(scopeOf(user), (db) =>
    writeAudit(db, {
      project: user.project,
      actor: actorOf(user),
      role: user.role,
      action: 'form.broken',
      patient: audit.patient ?? null,
      object: params.file_id,
      request: request.id,
      result: reason,
    }),
  )
}
