import type { Document, listDocuments } from '@fornix/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { z } from 'zod'
import { fullName } from '../../clinic/records/record-sql.ts'
import { storedFiles } from '../../clinic/records/stored-files.ts'
import type { StoredUpload } from '../../platform/calls/upload.ts'
import type { Db } from '../../platform/database/db.ts'
import { actorOf, type Caller } from '../../platform/sessions/session-row.ts'

type Row = Omit<Document, 'file_id'> & { file_id: string | null; total: number }

/** A patient may remove a recent upload of their own; staff may delete any document. Forms stay. */
const deletableBy = (user: Caller) =>
  user.patient
    ? sql<boolean>`(kind = 'document' and uploaded_by = ${actorOf(user)} and upload_date > now() - interval '24 hours')`
    : sql<boolean>`(kind = 'document')`

/** A caregiver is named to users who may see the record's caregivers. */
const ofPatient = sql`coalesce(care.first_name || ' ' || care.last_name, 'the patient')`
/** A patient sees whether it was the clinic; staff see which colleague it was, even one who has left since. */
const uploaderFor = (user: Caller) =>
  user.patient
    ? sql<string>`case when page.uploaded_by = ${actorOf(user)} then 'you' when page.uploaded_role = 'Patient' then ${ofPatient}
        when page.file_id is not null then 'your care team' end`
    : sql<string>`case when page.uploaded_role = 'Patient' then ${ofPatient} else ${fullName('by')} end`

/** Documents and signed forms, whose names contain the letters, of a patient who is not deleted, with the total, in one statement. */
export const documentsOf = async (
  db: Db,
  user: Caller,
  patient: string,
  { page, page_size, order, searchQuery, category }: z.output<typeof listDocuments.query>,
) => {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<Row>`
    with f as materialized (
      select file_id, file_name, file_type, upload_date, size, kind, scan_state, category, uploaded_by, uploaded_role, ${deletableBy(user)} as deletable
        from files
       where patient_id = ${patient} and kind in ('document', 'authorization_form') and deleted_at is null
         and position(lower(${searchQuery.trim()}) in lower(file_name)) > 0
         ${category ? sql`and category = ${category}` : sql``}
    )
    select t.total, page.*, ${uploaderFor(user)} as uploader
      from (select count(*)::int as total from f) t
      left join (
        select * from f order by upload_date ${direction}, file_id ${direction} limit ${page_size} offset ${(page - 1) * page_size}
      ) page on true
      left join providers by on by.provider_id = page.uploaded_by
      left join caregivers care on care.caregiver_id = page.uploaded_by
     order by page.upload_date ${direction}, page.file_id ${direction}`.execute(db)
  // A page past the end is one row without a document, which still has the total.
  const documents = rows.flatMap(({ total: _, file_id, ...row }) => (file_id ? [{ ...row, file_id }] : []))
  return { documents, total: rows[0]?.total ?? 0 }
}

/** A file of the scope's patients who are not deleted, of any kind; deleted files, too. */
export const findFile = (db: Db, user: Caller, id: string) =>
  storedFiles(db).select(deletableBy(user).as('deletable')).where('f.file_id', '=', id).executeTakeFirst()

export const categorize = (db: Db, id: string, category: Document['category']) =>
  db.updateTable('files').set({ category }).where('file_id', '=', id).execute()

export const deleteFile = (db: Db, id: string) =>
  db.updateTable('files').set({ deleted_at: sql<string>`now()` }).where('file_id', '=', id).execute()

/** Staff are notified of a file at once or, if it is scanned first, when it is clean. */
export const notifyOfFile = (db: Db, { patient_id, file_id }: StoredUpload) =>
  db
    .insertInto('notifications')
    .values({ notification_id: uuid(), item_type: 'file', patient_id, item_id: file_id })
    .execute()
