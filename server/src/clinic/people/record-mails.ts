import type { Db } from '../../platform/database/db.ts'
import { withdrawOpenMailsOf } from '../records/access-mails.ts'
import { withdrawClosureMails } from '../records/closure-requests.ts'
import { withdrawInviteMails } from './invitations.ts'

/** `reason` is what staff read beside the mails. */
type Ended = { project: string; patient: string; reason: string }

/** Before a record is deleted, or merged into another one: withdraws what waits to be sent and needs its account. */
export const withdrawRecordMails = async (db: Db, ended: Ended) => {
  await withdrawInviteMails(db, 'patient_id', ended.patient, ended.reason)
  await withdrawOpenMailsOf(db, ended)
  await withdrawClosureMails(db, ended)
}
