import { pageAddresses } from '@fornix/contract'
import { sql } from 'kysely'
import { addressesOfAdmins } from '../../clinic/records/admin-addresses.ts'
import { runEvery } from '../../platform/base/run-every.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import type { Platform } from '../../platform.ts'

type Needs = Pick<Platform, 'database' | 'config'>

const everyMs = 5000
const batch = 50

type Opening = { project_id: string; patient_id: string; reader_id: string; hour: string; opening_id: string }

/** Names neither the reader nor the patient: they are shown in the portal. */
const bodyOf = (portal: string) =>
  `A record under special care was opened.\n\nTo see who opened which record, open your notifications: ${portal}${pageAddresses.notifications}`

const mailSome = async (db: Db, portal: string) => {
  const { rows } = await sql<Opening>`
    select project_id, patient_id, reader_id, hour, opening_id from special_care_openings o
     where mailed_at is null and ${sql.raw(isOpen('o'))} order by opened_at limit ${batch} for update skip locked`.execute(
    db,
  )
  for (const { opening_id, ...key } of rows) {
    const to = await addressesOfAdmins(db, key.project_id)
    if (to.length > 0)
      await queueMail(db, {
        project: key.project_id,
        to,
        subject: 'A record under special care was opened',
        body: bodyOf(portal),
        idempotencyKey: `special-care ${opening_id}`,
      })
    await sql`
      update special_care_openings set mailed_at = now()
       where project_id = ${key.project_id} and patient_id = ${key.patient_id} and reader_id = ${key.reader_id} and hour = ${key.hour}`.execute(
      db,
    )
  }
  return rows.length
}

/** Mails what has been noted since: mark and mail are one transaction, so each is sent once, whatever stops when. */
export const mailSpecialCareOpenings = async ({ database, config }: Needs) => {
  while ((await database.unscoped('tell who opened a record', (db) => mailSome(db, config.publicUrl))) === batch);
}

export const startMailingSpecialCareOpenings = (platform: Pick<Platform, 'database' | 'config' | 'log'>) =>
  runEvery({ job: 'special-care', everyMs, log: platform.log, failure: 'telling admins failed' }, () =>
    mailSpecialCareOpenings(platform),
  )
