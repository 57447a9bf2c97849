import { pageAddresses } from '@fornix/contract'
import { mailPatient } from '../../clinic/records/patient-mail.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import type { WrittenThread } from './queries.ts'

export type MailNeeds = Pick<Platform, 'config' | 'mail'>

/** Says only that a message waits: neither its text nor its subject leaves the portal. */
export const mailThatOneWaits = async (
  { config, mail }: MailNeeds,
  db: Db,
  { user, thread, message }: { user: Caller; thread: WrittenThread; message: string },
) => {
  const { name } = await db.selectFrom('projects').select('name').executeTakeFirstOrThrow()
  await mailPatient(mail, db, {
    project: user.project,
    patient: thread.patient_id,
    to: [thread.email],
    subject: `You have a new message · ${name}`,
    body: [
      `Hello ${thread.first_name},`,
      'Your care team wrote to you. Sign in to read the message and to answer:',
      `${config.publicUrl}${pageAddresses.messages}`,
      'Please do not answer this email with anything about your health.',
      name,
    ].join('\n\n'),
    by: { id: null, name },
    idempotencyKey: `care-message:${message}`,
  })
}
