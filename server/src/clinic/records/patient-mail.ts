import type { Db } from '../../platform/database/db.ts'
import type { Mail } from '../../platform/mail/outbox.ts'
import type { MailSender } from '../../platform/mail/sender.ts'

export type PatientMail = Mail & {
  patient: string
  /** Who wrote it; `id` is null if the portal writes automatically. */
  by: { id: string | null; name: string }
  /** What the patient's email list shows if the mail itself holds a one-time link, which must not be kept. */
  shown?: string
}

/**
 * Queues a mail to a patient, like `mail.queue`, and keeps it in the list of emails on the patient's record, which shows its delivery.
 * Returns the id of both, or null if the same cause has queued it before.
 * For the staff's scope.
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

/** Attaches stored files to a queued mail, in this order; in the transaction that queued it. */
export const attachFiles = async (db: Db, mail_id: string, fileIds: string[]) => {
  if (fileIds.length === 0) return
  await db
    .insertInto('mail_attachments')
    .values(fileIds.map((file_id, position) => ({ mail_id, file_id, position })))
    .execute()
}
