import { pageAddresses } from '@fornix/contract'
import { notifyPatient } from '../../clinic/records/notify-patient.ts'
import { wordsFor } from '../../clinic/records/patient-language.ts'
import { mailPatient } from '../../clinic/records/patient-mail.ts'
import { projectName } from '../../clinic/records/projects.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import type { WrittenThread } from './queries.ts'

export type MailNeeds = Pick<Platform, 'config' | 'mail'>

/** Says only that a message waits: neither its text nor its subject leaves the portal. */
export const mailWaitingMessage = async (
  { config, mail }: MailNeeds,
  db: Db,
  { user, thread, message }: { user: Caller; thread: WrittenThread; message: string },
) => {
  const to = { project: user.project, patient: thread.patient_id }
  if (!(await notifyPatient(db, to, 'messages'))) return
  const name = await projectName(db, to.project)
  const { t } = await wordsFor(db, to)
  await mailPatient(mail, db, {
    ...to,
    to: [thread.email],
    subject: t('You have a new message · {clinic}', { clinic: name }),
    body: [
      t('Hello {name},', { name: thread.first_name }),
      t('Your care team wrote to you. Sign in to read the message and to answer:'),
      `${config.publicUrl}${pageAddresses.messages}`,
      t('Please do not reply to this email with health information.'),
      name,
    ].join('\n\n'),
    by: { id: null, name },
    idempotencyKey: `care-message:${message}`,
  })
}
