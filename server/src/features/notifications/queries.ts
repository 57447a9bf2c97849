import { admins, type listNotifications, type Notification } from '@fornix/contract'
import { sql } from 'kysely'
import { validate as isUuid, NIL } from 'uuid'
import type { z } from 'zod'
import { hasNamesake } from '../../clinic/records/namesakes.ts'
import { isRead } from '../../clinic/records/read-notifications.ts'
import { fullName, wireBirthDate } from '../../clinic/records/record-sql.ts'
import type { Db } from '../../platform/database/db.ts'

type Row = Omit<Notification, 'item_type' | 'id'> & {
  id: string | null
  item_type: Notification['item_type']
  unread: number
  file: number
  scan: number
  request: number
  special_care: number
  rights: number
  newest: string | null
}

export const isAdmin = (role: string) => admins.some((admin) => admin === role)

/** The owner of the notifications. */
export type Reader = { provider_id: string; role: string }

/** A provider of the scope who is not deleted, by internal id or provider id. */
export const findReader = (db: Db, key: string): Promise<Reader | undefined> =>
  db
    .selectFrom('providers')
    .select(['provider_id', 'role'])
    .where(isUuid(key) ? 'provider_id' : 'code', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The database itself notes who opened a record under special care, in a separate table. */
const openings = sql`
  select o.opening_id, 'special_care', o.patient_id, v.code, o.opened_at, ${fullName('v')}, ''
    from special_care_openings o join providers v on v.provider_id = o.reader_id`

const notices = sql`
  select a.notice_id, a.item_type, a.patient_id, v.code, a.made_at, ${fullName('v')}, a.text
    from admin_notices a join providers v on v.provider_id = a.made_by`

/**
 * Newest first: ids grow with time.
 * Requests for access to scans go to admins, who decide them and are reminded of them, and to the patient's physician; openings of records
 * under special care, and an admin's acts, go to the other admins; files and scans go to all staff.
 */
export const notificationsFor = async (
  db: Db,
  { provider_id, role }: Reader,
  { page, page_size, item_type }: z.output<typeof listNotifications.query>,
) => {
  const ofType = item_type ? sql`where n.item_type = ${item_type}` : sql``
  const { rows } = await sql<Row>`
    with n as materialized (
      select n.notification_id as id, n.item_type, n.item_id, n.created_at as timestamp,
             ${fullName('p')} as patient_name, coalesce(p.code, '') as patient_id, coalesce(${wireBirthDate}, '') as dob, coalesce(p.mrn_number, '') as mrn_number, n.by, n.note,
             ${isRead(sql`n.notification_id`, provider_id)} as read
        from (
          select notification_id, item_type, patient_id, item_id, created_at, '' as by, note from notifications
          union all
          ${openings}
          union all
          ${notices}
        ) n left join patients p on p.patient_id = n.patient_id
       where (p.deleted_at is null or n.item_type = 'special_care')
         and (n.item_type not in ('special_care', 'rights') or n.item_id <> (select code from providers where provider_id = ${provider_id}))
         and (n.item_type not in ('request', 'special_care', 'rights') or ${isAdmin(role)}
           or (n.item_type = 'request' and n.note = '' and p.physician_id = ${provider_id}))
    ), t as (
      select (count(*) filter (where not read))::int as unread,
             (count(*) filter (where item_type = 'file'))::int as file,
             (count(*) filter (where item_type = 'scan'))::int as scan,
             (count(*) filter (where item_type = 'request'))::int as request,
             (count(*) filter (where item_type = 'special_care'))::int as special_care,
             (count(*) filter (where item_type = 'rights'))::int as rights,
             (select id from n order by id desc limit 1) as newest
        from n
    )
    select t.*, page.*, coalesce((select ${hasNamesake} from patients p where p.code = page.patient_id), false) as has_namesake from t
      left join (select * from n ${ofType} order by id desc limit ${page_size} offset ${(page - 1) * page_size}) page on true
     order by page.id desc`.execute(db)
  const { unread = 0, file = 0, scan = 0, request = 0, special_care = 0, rights = 0, newest = null } = rows[0] ?? {}
  const counts = { file, scan, request, special_care, rights }
  const all = file + scan + request + special_care + rights
  const notifications = rows.flatMap(({ id, newest: _, ...row }) => (id ? [{ ...row, id }] : []))
  return { notifications, unread, counts, newest, total: item_type ? counts[item_type] : all }
}

const all = sql`
  select notification_id from notifications union all select opening_id from special_care_openings
  union all select notice_id from admin_notices`

/** An open page can undo; a session lasts no longer. */
const undoHours = 24

/**
 * Moves the cursor to the newest notification there is, or to the newest through one, never back, and deletes old marks that it covered
 * before; returns the old position, the nil UUID if none.
 */
export const readAll = async (db: Db, provider: string, through?: string) => {
  const { rows } = await sql<{ read_through: string }>`
    select read_through from notification_cursors where provider_id = ${provider} for update`.execute(db)
  const before = rows[0]?.read_through ?? NIL
  // The others count again if this is undone, or what another window has read just before.
  await db
    .deleteFrom('notification_reads')
    .where('provider_id', '=', provider)
    .where('notification_id', '<=', before)
    .where('read_at', '<', sql<string>`now() - make_interval(hours => ${undoHours})`)
    .execute()
  await sql`
    insert into notification_cursors (provider_id, read_through)
      select ${provider}::uuid, notification_id
        from (${all}) n
        ${through ? sql`where notification_id <= ${through}::uuid` : sql``}
       order by notification_id desc limit 1
      on conflict (project_id, provider_id)
      do update set read_through = greatest(notification_cursors.read_through, excluded.read_through)`.execute(db)
  return before
}

export const readOne = async (db: Db, provider: string, id: string) => {
  await sql`
    insert into notification_reads (provider_id, notification_id)
      select ${provider}::uuid, notification_id from (${all}) n
       where notification_id = ${id}::uuid and not ${isRead(sql`notification_id`, provider)}
      on conflict do nothing`.execute(db)
}

/** Moves the cursor back, never forward. */
export const undoRead = async (db: Db, provider: string, readBefore: string) => {
  await sql`
    update notification_cursors set read_through = least(read_through, ${readBefore}::uuid)
     where provider_id = ${provider}`.execute(db)
}
