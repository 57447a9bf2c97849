import { createHash } from 'node:crypto'
import { sql } from 'kysely'
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
  /**
   * What it is about, such as `appointment:<id>`: mails of one series leave one after the other. It must not name a patient (see
   * `pseudonymOf`). Its writers hold a lock on that thing.
   */
  series?: string
  /** See `unsentMentions`. */
  mentions?: string[]
}
type Series = { project: string; series: string }

/** For keys and series that are about somebody: every patient of the project may read them in the database. */
export const pseudonymOf = (...ids: string[]) => createHash('sha256').update(ids.join(' ')).digest('hex').slice(0, 32)

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
      ...(mail.series && { series: mail.series, series_no: nextNumber(mail.project, mail.series) }),
      mentions: mail.mentions ?? [],
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'idempotency_key']).doNothing())
    .execute()
  return queued?.numInsertedOrUpdatedRows === 1n ? mail_id : null
}

const nextNumber = (project: string, series: string) =>
  sql<number>`(select coalesce(max(series_no), 0) + 1 from mail_outbox where project_id = ${project} and series = ${series})`

/** The mails of a series, the oldest first. */
export const mailsOf = (db: Db, { project, series }: Series) =>
  db
    .selectFrom('mail_outbox')
    .select(['idempotency_key', 'status', 'withdrawn', 'mentions'])
    .where('project_id', '=', project)
    .where('series', '=', series)
    .orderBy('series_no')
    .execute()

/**
 * What the mails of a series since the last sent one mention: the next one has to include it.
 * `isFirst`: none has ever been sent, not even the first one, whose key is given. Sent ones are deleted after their time.
 */
export const unsentMentions = async (db: Db, { firstKey, ...of }: Series & { firstKey: string }) => {
  const mails = (await mailsOf(db, of)).toReversed()
  const lastSent = mails.findIndex(({ status }) => status === 'sent')
  const unsent = lastSent < 0 ? mails : mails.slice(0, lastSent)
  return {
    mentions: unsent.flatMap(({ mentions }) => mentions),
    isFirst: lastSent < 0 && mails.some(({ idempotency_key }) => idempotency_key === firstKey),
  }
}

type Withdrawn = { reason?: string | undefined } & (
  | { project: string; idempotencyKeys?: string[]; series?: string }
  /** In any project: for keys that name a secret. */
  | { project?: undefined; idempotencyKeys: string[]; series?: undefined }
)
const isNamed = ({ series, idempotencyKeys }: { series: string | undefined; idempotencyKeys: string[] }) =>
  sql<boolean>`(series = ${series ?? null} or idempotency_key = any(${idempotencyKeys}::text[]))`

/**
 * Withdraws mails of the series, and those with one of the keys, that are still waiting. One being handed to the mail server at this moment
 * is delivered, before later ones of its series.
 */
export const withdrawMails = (
  db: Db,
  { project, reason = 'Something changed before it was sent.', idempotencyKeys = [], series }: Withdrawn,
) =>
  db
    .updateTable('mail_outbox')
    .set({ status: 'failed', last_error: reason, withdrawn: true })
    .$if(project !== undefined, (query) => query.where('project_id', '=', project ?? ''))
    .where('status', 'in', ['queued', 'sending'])
    .where(isNamed({ idempotencyKeys, series }))
    .execute()

/** A mail that was given up keeps its text that long: it may contain one-time links. */
export const unsentTextDays = 7

type Requeued = { project: string; reason: string; idempotencyKeys?: string[]; series?: string }
/**
 * Queues those again that were withdrawn for this reason, which no longer holds, as if they had been written now. Older ones have no text
 * left, and are no news.
 */
export const requeueMails = (db: Db, { project, reason, idempotencyKeys = [], series }: Requeued) =>
  db
    .updateTable('mail_outbox')
    .set({
      status: 'queued',
      last_error: null,
      withdrawn: false,
      created_at: sql<string>`now()`,
      next_attempt_at: sql<string>`greatest(now(), in_hand_until)`,
    })
    .where('project_id', '=', project)
    .where('withdrawn', '=', true)
    .where('created_at', '>', sql<string>`now() - make_interval(days => ${unsentTextDays})`)
    .where('status', '=', 'failed')
    .where('last_error', '=', reason)
    .where(isNamed({ idempotencyKeys, series }))
    .execute()
