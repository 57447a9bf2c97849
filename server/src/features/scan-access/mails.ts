import type { Db } from '../../platform/database/db.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import type { Decidable } from './queries.ts'

type Decision = { project: string; name: string; link: string }

// The mail says nothing about health: which scan it was, the portal tells.
const texts = {
  approved: {
    subject: 'Your request was approved',
    body: 'Your request was approved. The portal shows what you can open, and until when.',
  },
  declined: {
    subject: 'About your request',
    body: 'We could not approve your request. The portal tells you why, and you can ask again.',
  },
  revoked: {
    subject: 'Access to a scan has ended',
    body: 'You can no longer open a scan that was open to you. The portal tells you why.',
  },
}

/** Tells the patient, in the transaction of the decision. */
export const mailDecision = (
  db: Db,
  request: Decidable,
  kind: keyof typeof texts,
  { project, name, link }: Decision,
) => {
  const { subject, body } = texts[kind]
  return queueMail(db, {
    project,
    patient: request.patient_id,
    to: [request.email],
    subject: `${subject} · ${name}`,
    body: `Hello ${request.first_name},\n\n${body}\n\n${link}\n\n${name}`,
    idempotencyKey: `access ${kind} ${request.request_id}`,
  })
}
