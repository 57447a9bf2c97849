import type { ManagedScanner, Scanner } from '@fornix/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'

const columns = sql`s.scanner_id as id, s.name, s.room, s.in_service`
const inOrder = sql`order by s.position, s.name`
export const scannersOf = async (db: Db) =>
  (await sql<Scanner>`select ${columns} from scanners s ${inOrder}`.execute(db)).rows

export const managedScanners = async (db: Db) =>
  (
    await sql<ManagedScanner>`
      select ${columns}, exists (select from appointments a where a.scanner_id = s.scanner_id) as is_used,
             (select coalesce(jsonb_agg(jsonb_build_object('date', day, 'count', count) order by day), '[]')
                from (select (a.starts_at at time zone j.time_zone)::date as day, count(*) as count
                        from appointments a join projects j on j.project_id = a.project_id
                       where a.scanner_id = s.scanner_id and a.status = 'booked' and a.starts_at > now()
                       group by 1) days) as visit_days
        from scanners s ${inOrder}`.execute(db)
  ).rows

/** Two admins who change scanners follow one another. */
export const lockScanners = (db: Db) => db.selectFrom('schedules').select('version').forUpdate().execute()

/** Locked against bookings, which hold its row while they claim a time: a later count is complete. */
export const lockScanner = (db: Db, id: string) =>
  db.selectFrom('scanners').select('scanner_id').where('scanner_id', '=', id).forUpdate().executeTakeFirst()
