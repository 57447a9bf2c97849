import type { ReimbursementStatus } from '@fornix/contract'
import type { Db } from '../../platform/database/db.ts'
import { queueMail } from '../../platform/mail/outbox.ts'

type Change = {
  project: string
  patient: string
  email: string
  firstName: string
  status: ReimbursementStatus
  link: string
  /** Which change of which request: it is told once. */
  change: string
}

/** Tells the patient that the status changed. What it was for, and how much, the portal tells. */
export const mailStatus = async (db: Db, { project, patient, email, firstName, status, link, change }: Change) => {
  const { name } = await db.selectFrom('projects').select('name').executeTakeFirstOrThrow()
  await queueMail(db, {
    project,
    patient,
    to: [email],
    subject: `Your reimbursement request: ${status} · ${name}`,
    body: `Hello ${firstName},\n\nThe status of one of your reimbursement requests is now: ${status}.\n\nSee it here: ${link}\n\n${name}`,
    idempotencyKey: `reimbursement ${change}`,
  })
}
