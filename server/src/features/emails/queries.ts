import type { PageQuery, SentEmail } from '@fornix/contract'
import { sql } from 'kysely'
import { shownFileName, storedFiles } from '../../clinic/records/stored-files.ts'
import type { Db } from '../../platform/database/db.ts'

/** A mail waiting for its next try is still on its way; why the last one failed is shown beside it. */
export const emailsOf = async (db: Db, patient: string, { page, page_size }: PageQuery): Promise<SentEmail[]> =>
  (
    await sql<SentEmail>`
      select e.email_id as id, array_to_string(e.to_email, ', ') as to_email, array_to_string(e.cc, ', ') as cc,
             array_to_string(e.bcc, ', ') as bcc, e.subject, e.message, e.sent_date, e.sent_by_name as sent_by,
             case when o.status in ('sent', 'failed') then o.status else 'queued' end as delivery,
             coalesce(o.last_error, '') as delivery_note,
             coalesce((
               select json_agg(json_build_object('file_id', f.file_id, 'is_deleted', f.deleted_at is not null,
                                                  'file_name', ${shownFileName},
                                                  'size', f.size, 'scan_state', f.scan_state) order by a.position)
                 from mail_attachments a join files f on f.project_id = a.project_id and f.file_id = a.file_id
                where a.project_id = e.project_id and a.mail_id = e.email_id
             ), '[]') as attachments
        from patient_emails e join mail_outbox o on o.project_id = e.project_id and o.mail_id = e.email_id
       where e.patient_id = ${patient}
       order by e.sent_date desc, e.email_id desc
       limit ${page_size} offset ${(page - 1) * page_size}`.execute(db)
  ).rows

export const countEmails = async (db: Db, patient: string) => {
  const { count } = await db
    .selectFrom('patient_emails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('patient_id', '=', patient)
    .executeTakeFirstOrThrow()
  return count
}

/** The files that are documents of this patient, not deleted, and may be sent, with their sizes. */
export const documentsToAttach = async (db: Db, patient: string, ids: string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('files')
        .select(['file_id', 'size'])
        .where('file_id', 'in', ids)
        .where('patient_id', '=', patient)
        .where('kind', '=', 'document')
        .where('scan_state', '<>', 'quarantined')
        .where('deleted_at', 'is', null)
        .execute()

/** A file attached to an email of one of the scope's patients, unless the patient or the file was deleted since. */
export const findAttachment = (db: Db, id: string) =>
  storedFiles(db)
    .where('f.file_id', '=', id)
    .where('f.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('mail_attachments as a')
          .select('a.mail_id')
          .whereRef('a.project_id', '=', 'f.project_id')
          .whereRef('a.file_id', '=', 'f.file_id'),
      ),
    )
    .executeTakeFirst()
