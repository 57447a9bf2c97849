import type { ArrivedStudy, listKnownInstances, ResponseOf } from '@fornix/contract'
import { sql } from 'kysely'
import { fullName } from '../../clinic/records/record-sql.ts'
import type { Db } from '../../platform/database/db.ts'

/** Those of the studies that the project has, in the requested order. */
export const arrivedStudies = async (db: Db, studies: string[]) =>
  (
    await sql<ArrivedStudy>`
      select s.study_uid as "study_UID", s.study_date, s.scan_type, coalesce(p.code, '') as patient_id,
             case when p.patient_id is not null then 'matched' when m.state = 'rejected' then 'rejected'
                  when m.state = 'open' then coalesce(nullif(m.reason, ''), 'undone') else 'nobody' end as state,
             ${fullName('p')} as patient_name
        from unnest(${studies}::text[]) with ordinality as asked (uid, place)
        join studies s on s.study_uid = asked.uid
        left join patients p on p.project_id = s.project_id and p.patient_id = s.patient_id and p.deleted_at is null
        left join study_matching m on m.project_id = s.project_id and m.study_id = s.study_id
       order by asked.place`.execute(db)
  ).rows

/** The instances whose whole files have these hashes, in hexadecimal digits. */
export const storedInstances = async (db: Db, hashes: string[]) =>
  (
    await sql<ResponseOf<typeof listKnownInstances>['instances'][number]>`
      select encode(sha256, 'hex') as sha256, study_uid as "study_UID" from archive_instances
       where sha256 in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)`.execute(db)
  ).rows
