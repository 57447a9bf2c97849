import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database/db.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { addressesOfAdmins } from './admin-addresses.ts'

type Notice = {
  user: Pick<Caller, 'person' | 'email'> & { project: string }
  item_type: 'special_care' | 'rights'
  patient?: string
  text: string
  mail: { subject: string; body: string }
}

/** Notifies the other admins of what one of them did, by notification and email, in the same transaction. */
export const notifyOtherAdmins = async (db: Db, { user, item_type, patient, text, mail }: Notice) => {
  const notice_id = uuid()
  await db
    .insertInto('admin_notices')
    .values({ project_id: user.project, notice_id, item_type, patient_id: patient ?? null, text, made_by: user.person })
    .execute()
  const to = (await addressesOfAdmins(db, user.project)).filter((address) => address !== user.email)
  if (to.length > 0)
    await queueMail(db, { project: user.project, to, ...mail, idempotencyKey: `admin-notice ${notice_id}` })
}
