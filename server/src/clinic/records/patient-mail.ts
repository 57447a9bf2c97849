import type { Db } from '../../platform/database/db.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { MailSender } from '../../platform/mail/sender.ts'

export type PatientMail = Mail & {
  patient: string
  /** Who wrote it; `id` is null where the portal writes by itself. */
  by: { id: string | null; name: string }
  /** What the patient's email list says where the mail itself holds a one-time link, which must not be kept. */
  shown?: string
}

/**
 * Queues a mail to a patient, as `mail.queue` does, and keeps it in the list of emails on the patient's record, where its
 * delivery shows. Answers the id of both, or null when the same cause has queued it before. For the scope of staff.
 */
export const mailPatient = async (
  sender: Pick<MailSender, 'queue'>,
  db: Db,
  { by, shown, ...mail }: PatientMail,
): Promise<string | null> => {
  const email_id = await sender.queue(db, mail)
  if (email_id === null) return null
  await db
    .insertInto('patient_emails')
    .values({
      project_id: mail.project,
      email_id,
      patient_id: mail.patient,
      to_email: mail.to,
      cc: mail.cc ?? [],
      bcc: mail.bcc ?? [],
      subject: mail.subject,
      message: shown ?? mail.body,
      sent_by: by.id,
      sent_by_name: by.name,
    })
    .execute()
  return email_id
}

/** Stored files that a queued mail takes along, in this order; in the transaction that queued it. */
export const attachFiles = async (db: Db, mail_id: string, fileIds: string[]) => {
  if (fileIds.length === 0) return
  await db
    .insertInto('mail_attachments')
    .values(fileIds.map((file_id, position) => ({ mail_id, file_id, position })))
    .execute()
}
