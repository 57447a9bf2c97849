import { dayMs, siteDay } from '@fornix/contract'
import type { Db } from '@fornix/server/platform/database/db.ts'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

type Reading = { reader: string; role: string; patient: string; time_zone: string }

/**
 * Two readings of the last days that the watch over unusual access finds: of somebody of the same last name, and of a record at night. They
 * are the first rows of the trail, older than all that follow: what is sealed later and dated earlier was put into the past.
 */
export const addUnusualReadings = async (db: Db, project: string) => {
  const { rows } = await sql<Reading>`
    select reader, role, patient, time_zone from projects cross join lateral (
      (select 1 as n, v.provider_id as reader, v.role, p.patient_id as patient
         from providers v join patients p on p.project_id = v.project_id and p.last_name = v.last_name
        where v.project_id = projects.project_id and v.register_status = 'Registered' and p.login_id is null
        order by p.email_key limit 1)
      union all
      (select 2, v.provider_id, v.role, p.patient_id from providers v join patients p using (project_id)
        where v.project_id = projects.project_id and v.email = 'tech@northside.example' and p.login_id is null
          and p.email like '%@patients.example' and p.status in ('Scanned', 'Completed', 'Screened', 'Accepted')
        order by p.email_key limit 1)
    ) found where project_id = ${project} order by n desc`.execute(db)
  for (const [n, { reader, role, patient, time_zone }] of rows.entries()) {
    const day = siteDay(new Date(Date.now() - (4 - n) * dayMs), time_zone)
    const at = new Date(`${day}T${n === 0 ? '06:40' : '17:05'}:00Z`)
    await db
      .insertInto('audit_events')
      .values({
        project_id: project,
        event_id: uuid({ msecs: at.getTime() }),
        at: at.toISOString(),
        actor_id: reader,
        actor_role: role,
        action: 'patient.read',
        patient_id: patient,
        request_id: 'demo data',
      })
      .execute()
  }
}
