import { sql } from 'kysely'
import { writeAudit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOpen } from '../../platform/database/moving.ts'
import type { Sender } from './account-recovery/mails.ts'
import { mailCaregiverEnded } from './caregiver-mails.ts'
import { endGrant } from './grants.ts'

type LetIn = { project: string; patient: string; caregiver: string; is_open: boolean }
type Since = { login: string; since: string; request: string }

/**
 * Caregivers invited by the patient, or given more, while the account was not in the patient's hands: the mails about it went to another
 * mailbox.
 * Legitimate ones are invited again.
 */
export const endGrantsSince = async (sender: Sender, db: Db, { login, since, request }: Since) => {
  const { rows } = await sql<LetIn>`
    select c.project_id as project, c.patient_id as patient, c.caregiver_id as caregiver, ${sql.raw(isOpen('c'))} as is_open
      from caregivers c join patients p using (project_id, patient_id)
     where p.login_id = ${login} and c.ended_at is null
       and (c.invited_by = p.patient_id and c.invited_at >= ${since}
            or exists (select from audit_events e where e.project_id = c.project_id and e.patient_id = c.patient_id
                          and e.action = 'caregiver.change' and e.object_id = c.caregiver_id::text and e.at >= ${since}))`.execute(
    db,
  )
  for (const { project, patient, caregiver, is_open } of rows) {
    if (!(await endGrant(db, { project, caregiver }, 'patient'))) continue
    await mailCaregiverEnded(sender, db, { project, caregiver }, 'patient')
    // A closed project's trail continues elsewhere; if it opens again here, the grant has ended.
    if (!is_open) continue
    await writeAudit(db, {
      project,
      actor: null,
      role: 'visitor',
      action: 'caregiver.end',
      patient,
      object: caregiver,
      request,
    })
  }
}
