import { maxSimilarRecords, type PageQuery, type SimilarRecord } from '@fornix/contract'
import { sql } from 'kysely'
import { emailKey } from '../../clinic/records/email-key.ts'
import { nameKeys } from '../../clinic/records/patient-record.ts'
import { wireBirthDate } from '../../clinic/records/record-sql.ts'
import { wordsOfPhone } from '../../clinic/records/search-phone.ts'
import type { Db } from '../../platform/database/db.ts'
import { waitingRegistrations } from './queries.ts'

type Row = SimilarRecord & { id: string }

/** Records, not deleted, that a registration of the page may duplicate; each key is looked up in a separate index. */
export const similarRecords = async (db: Db, page: PageQuery) => {
  const { registrations } = await waitingRegistrations(db, page)
  const keys = registrations.map(({ id, email, mobile_number, ...name }) => ({
    id,
    ...nameKeys(name),
    phone: wordsOfPhone(mobile_number)[0] ?? null,
    email_key: emailKey(email),
  }))
  const { rows } = await sql<Row>`
    select r.id, p.code as patient_id, p.first_name, p.last_name, ${wireBirthDate} as dob, p.mrn_number, p.shares
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
             as r (id uuid, last_key text, first_key text, phone text, email_key text)
     cross join lateral (
       select p.*, s.shares
         from patients p
        cross join lateral (
          select array_remove(array[
                   case when p.last_key = r.last_key and p.first_key = r.first_key then 'name' end,
                   case when exists (select from patient_words w where w.patient_id = p.patient_id and w.word = r.phone) then 'phone' end,
                   case when p.email_key = r.email_key then 'email' end], null) as shares) s
        where p.deleted_at is null and p.patient_id in (
                select patient_id from patients where last_key = r.last_key and first_key = r.first_key and deleted_at is null
                union all select patient_id from patient_words where word = r.phone
                union all select patient_id from patients where email_key = r.email_key and deleted_at is null)
        order by cardinality(s.shares) desc, p.patient_id limit ${maxSimilarRecords}) p
     order by r.id, cardinality(p.shares) desc, p.patient_id`.execute(db)
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, records]) => ({
    id,
    records: records.map(({ id: _, ...record }) => record),
  }))
}
