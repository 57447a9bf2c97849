import { countersignForm, downloadForm, readForm, type SignFactor, uploadForm } from '@fornix/contract'
import {
  brokenSeal,
  type Countersignature,
  endsOn,
  findCountersignature,
  findSignature,
  storedHash,
  unreadableFile,
} from '../../clinic/records/form-record.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { fileResponse, noteFile } from '../../clinic/records/stored-files.ts'
import { writeAudit } from '../../platform/audit/audit.ts'
import { conflict, notFound } from '../../platform/base/errors.ts'
import { type AuditNote, onRecord, onUpload, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { BrokenFile } from '../../platform/files/locked-file.ts'
import { scopeOf } from '../../platform/sessions/session.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { addForm } from './add-form.ts'
import { countersign } from './countersign.ts'
import { findForm, studyDate } from './queries.ts'
import { verifyRoute } from './verify.ts'

type Named = { db: Db; user: Caller; audit: AuditNote; params: { file_id: string }; request: { id: string } }

type Needs = Pick<Platform, 'files' | 'seals' | 'signer' | 'log' | 'database' | 'sessions' | 'config'>

const shownCountersignature = ({ signer_name, signature, role, signed_at }: Countersignature) => ({
  signer_name,
  signature,
  role,
  signed_at,
})

export const formRoutes = (needs: Needs): Route[] => {
  const locate = (context: Named) => trusted(needs, context)
  return [
    onUpload(uploadForm, 'authorization_form', patientOfPath, (context) => addForm(needs, context)),

    onRecord(downloadForm, locate, ({ located: { form } }) =>
      fileResponse({ ...form, file_name: 'AuthorizationForm.pdf' }, needs.files),
    ),

    onRecord(readForm, locate, async ({ db, located: { form, record, second } }) => ({
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
        sha256: (second ?? record).sha256.toString('hex'),
        factor: (record.factor ?? '') as SignFactor | '',
        needs_countersign: record.needs_countersign,
        countersigned: second ? shownCountersignature(second) : null,
      },
    })),

    onRecord(countersignForm, locate, (context) => countersign(needs, context)),

    verifyRoute(needs),
  ]
}

/** A form whose record and file are what was sealed; any other is shown to nobody. */
const trusted = async (needs: Needs, context: Named) => {
  const { db, audit, params } = context
  const form = await findForm(db, params.file_id)
  const record = form && (await findSignature(db, params.file_id))
  if (!record) throw notFound()
  noteFile(audit, form)
  const second = await findCountersignature(db, params.file_id)
  const broken = brokenSeal(needs.seals, record, await storedHash(form, needs.files), second)
  if (broken === unreadableFile) throw new BrokenFile(form, new Error(broken))
  if (broken) {
    await alert(needs, context, broken)
    throw conflict(
      'This form was changed after it was signed, so it is not shown. We have been notified.',
      'seal_broken',
    )
  }
  return { form, record, second }
}

/** The refusal rolls back the request's own audit row, so this one has a separate transaction. */
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
