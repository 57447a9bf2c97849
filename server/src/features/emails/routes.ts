import {
  downloadEmailAttachment,
  emailSentences,
  listEmails,
  maxAttachments,
  maxAttachmentsBytes,
  sendEmail,
  totalsOf,
} from '@fornix/contract'
import { replyAddress } from '../../clinic/letters/fill-letter.ts'
import { patientOfPath } from '../../clinic/records/locate-patient.ts'
import { addFiles } from '../../clinic/records/patient-files.ts'
import { attachFiles, mailPatient } from '../../clinic/records/patient-mail.ts'
import { fileResponse, noteFile } from '../../clinic/records/stored-files.ts'
import { invalidFieldsError, tooLargeError } from '../../platform/base/errors.ts'
import { type AuditNote, onRecord, onUploads, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Platform } from '../../platform.ts'
import { countEmails, documentsToAttach, emailsOf, findAttachment } from './queries.ts'

const attachmentOf = async ({ db, audit, params }: { db: Db; audit: AuditNote; params: { file_id: string } }) =>
  noteFile(audit, await findAttachment(db, params.file_id))

const bytesOf = (files: { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0)

export const emailRoutes = ({ files, mail }: Pick<Platform, 'files' | 'mail'>): Route[] => [
  onUploads(
    sendEmail,
    'email_attachment',
    patientOfPath,
    async ({ db, user, audit, located: { patient }, body, files: added, request }) => {
      const documents = await documentsToAttach(db, patient, body.attachments)
      if (documents.length < body.attachments.length || documents.length + added.length > maxAttachments)
        throw invalidFieldsError({ attachments: emailSentences.documents })
      if (bytesOf(documents) + bytesOf(added) > maxAttachmentsBytes)
        throw tooLargeError(emailSentences.tooLargeTogether)

      const email = await mailPatient(mail, db, {
        project: user.project,
        patient,
        to: body.to_email,
        cc: body.cc,
        bcc: body.bcc,
        replyTo: await replyAddress(db, user),
        subject: body.subject,
        body: body.message,
        by: { id: user.person, name: user.name },
        idempotencyKey: `email:${user.person}:${body.send_key ?? request.id}`,
      })
      if (email) {
        await addFiles(db, user, added)
        await attachFiles(db, email, [...body.attachments, ...added.map(({ file_id }) => file_id)])
        audit.object = email
      } else {
        // The response to the first try was lost; its files are stored, and these are the same again.
        for (const { storage_key } of added) await files.store.delete(storage_key)
      }
      return { message: 'The email is on its way.' }
    },
  ),
  onRecord(listEmails, patientOfPath, async ({ db, located: { patient }, query, commitWithNext }) => {
    commitWithNext()
    const [emails, total] = await Promise.all([emailsOf(db, patient, query), countEmails(db, patient)])
    return { emails, ...totalsOf(total, query.page_size) }
  }),
  onRecord(downloadEmailAttachment, attachmentOf, ({ located }) => fileResponse(located, files)),
]
