import { v7 as uuid } from 'uuid'
import type { Db } from '../database/db.ts'
import { oneLine, parseAddress } from './address.ts'

/** Addresses are bare and were checked on arrival (see address.ts). Text is plain; no HTML anywhere. */
export type Mail = {
  project: string
  /** If it is sent to the patient's own address and fails, staff read it in the record: see `mailPatient` for one-time links. */
  patient?: string | null
  to: string[]
  cc?: string[]
  bcc?: string[]
  replyTo?: string | null
  subject: string
  body: string
  /** iCalendar text, sent as an invitation. */
  calendar?: string | null
  /** The same key in the same project means one mail, however often the cause is retried. */
  idempotencyKey: string
}

const checked = (addresses: string[]) => {
  if (addresses.some((address) => parseAddress(address) === null)) throw new Error('An unchecked address reached mail')
  return addresses
}

/** Queues a mail in the caller's transaction: it is sent if, and only if, that commits. Null: this mail was already queued. */
export const queueMail = async (db: Db, mail: Mail): Promise<string | null> => {
  if (mail.to.length === 0) throw new Error('A mail needs somebody to go to')
  const mail_id = uuid()
  const [queued] = await db
    .insertInto('mail_outbox')
    .values({
      project_id: mail.project,
      mail_id,
      patient_id: mail.patient ?? null,
      to_addresses: checked(mail.to),
      cc: checked(mail.cc ?? []),
      bcc: checked(mail.bcc ?? []),
      reply_to: mail.replyTo ? checked([mail.replyTo])[0] : null,
      subject: oneLine(mail.subject),
      body: mail.body,
      calendar: mail.calendar ?? null,
      idempotency_key: mail.idempotencyKey,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'idempotency_key']).doNothing())
    .execute()
  return queued?.numInsertedOrUpdatedRows === 1n ? mail_id : null
}

/** Withdraws mails that are still waiting. One being handed to the mail server at this moment is delivered. */
export const withdrawMails = (db: Db, idempotencyKeys: string[], reason: string) =>
  db
    .updateTable('mail_outbox')
    .set({ status: 'failed', last_error: reason })
    .where('idempotency_key', 'in', idempotencyKeys)
    .where('status', 'in', ['queued', 'sending'])
    .execute()
