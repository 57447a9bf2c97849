import { downloadForm, formVersion, readForm, uploadForm } from '@fornix/contract'
import type { Db } from '../../platform/db.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { DamagedFile } from '../../platform/files/encryption.ts'
import { openStored } from '../../platform/files/receive.ts'
import { addSignature, brokenSeal, findSignature } from '../../platform/form-record.ts'
import { findPatient } from '../../platform/patient-record.ts'
import type { Platform } from '../../platform/platform.ts'
import { type AuditNote, onRecord, onUpload, type Route } from '../../platform/route.ts'
import { findForm, hashOfStored } from './queries.ts'

const meaning = 'Authorizes the disclosure of MRI scans as stated in the form'

export const formRoutes = ({ files, seals, log }: Pick<Platform, 'files' | 'seals' | 'log'>): Route[] => {
  const located = async ({ db, audit, params }: { db: Db; audit: AuditNote; params: { file_id: string } }) => {
    const form = await findForm(db, params.file_id)
    const record = form && (await findSignature(db, params.file_id))
    if (!record) throw notFound()
    Object.assign(audit, { patient: form.patient_id, object: form.file_id })
    return { form, record }
  }

  return [
    onUpload(
      uploadForm,
      'authorization_form',
      async ({ db, params }) => {
        const found = await findPatient(db, params.key)
        if (!found) throw notFound()
        return found
      },
      async ({ db, user, located, body, audit, file }) => {
        Object.assign(audit, { patient: located.patient, object: file.file_id })
        await db
          .insertInto('files')
          .values({
            ...file,
            file_name: 'AuthorizationForm',
            file_type: 'pdf',
            uploaded_by: user.person,
            uploaded_role: user.role,
          })
          .execute()
        await addSignature(db, seals, {
          project_id: user.project,
          file_id: file.file_id,
          patient_id: located.patient,
          signer_id: user.person,
          signer_name: located.name,
          signature: body.signature ?? located.name,
          meaning,
          form_version: formVersion,
          signed_at: new Date().toISOString(),
          sha256: file.sha256,
          study_uid: body.study_id ?? null,
          purposes: body.purposes ?? null,
          expiration_date: body.expiration_date ?? null,
          form_date: body.date ?? null,
        })
        return { file_id: file.file_id }
      },
    ),

    onRecord(downloadForm, located, async ({ located: { form, record }, request }) => {
      const sha256 = await hashOfStored(form, files).catch((error: Error) => {
        if (error instanceof DamagedFile) return Buffer.alloc(32)
        throw error
      })
      const broken = brokenSeal(seals, record, sha256)
      if (broken) {
        log.error(
          { alert: 'form_seal_broken', file: form.file_id, request: request.id, broken },
          'a signed form was changed',
        )
        throw conflict(
          'This form was changed after it was signed. It is not shown; please tell the project.',
          'seal_broken',
        )
      }
      const stream = await openStored(form, files)
      return { stream, fileName: 'AuthorizationForm.pdf', mediaType: form.media_type, size: form.size }
    }),

    onRecord(readForm, located, async ({ db, located: { record } }) => {
      const study = await db
        .selectFrom('studies')
        .select('study_date')
        .where('study_uid', '=', record.study_uid ?? '')
        .executeTakeFirst()
      return {
        form: {
          file_id: record.file_id,
          signer_name: record.signer_name,
          signature: record.signature,
          signed_at: record.signed_at,
          form_version: record.form_version,
          study_UID: record.study_uid,
          study_date: study?.study_date ?? '',
          purposes: record.purposes ?? '',
          expiration_date: record.expiration_date ?? oneYearAfter(record.signed_at),
          sha256: record.sha256.toString('hex'),
        },
      }
    }),
  ]
}

const oneYearAfter = (time: string) => {
  const day = new Date(time)
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  return day.toISOString().slice(0, 10)
}
