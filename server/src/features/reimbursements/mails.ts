import type { ReimbursementStatus } from '@fornix/contract'
import { notifyPatient } from '../../clinic/records/notify-patient.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import type { Db } from '../../platform/database/db.ts'
import { queueMail } from '../../platform/mail/outbox.ts'

type Change = {
  project: string
  patient: string
  email: string
  firstName: string
  status: ReimbursementStatus
  link: string
  /** Which change of which request: reported only once. */
  change: string
}

/** Notifies the patient of the new status. What it was for, and how much, is shown only in the portal. */
export const mailStatus = async (db: Db, { project, patient, email, firstName, status, link, change }: Change) => {
  if (!(await notifyPatient(db, { project, patient }, 'claims'))) return
  const { name } = await db.selectFrom('projects').select('name').executeTakeFirstOrThrow()
  const { t, translated } = await wordsFor(db, { project, patient })
  const named = translated(status)
  await queueMail(db, {
    project,
    patient,
    to: [email],
    subject: t('Your reimbursement request: {status} · {clinic}', { status: named, clinic: name }),
    body: [
      t('Hello {name},', { name: firstName }),
      t('The status of one of your reimbursement requests is now: {status}.', { status: named }),
      t('See it here: {link}', { link }),
      name,
    ].join('\n\n'),
    idempotencyKey: `reimbursement ${change}`,
  })
}
