import type { Db } from '../../platform/database/db.ts'
import { requeueOpenMailsOf, withdrawOpenMailsOf } from '../records/access-mails.ts'
import { requeueClosureMails, withdrawClosureMails } from '../records/closure-requests.ts'
import { requeueInviteMails, withdrawInviteMails } from './invitations.ts'

/** `reason` is what staff read beside the mails, and names those to queue again. */
type Ended = { project: string; patient: string; reason: string }

/** Before a record is deleted, or merged into another one: withdraws what waits to be sent and needs its account. */
export const withdrawRecordMails = async (db: Db, ended: Ended) => {
  await withdrawInviteMails(db, 'patient_id', ended.patient, ended.reason)
  await withdrawOpenMailsOf(db, ended)
  await withdrawClosureMails(db, ended)
}

/** Once it is back: what holds again is sent after all. */
export const requeueRecordMails = async (db: Db, ended: Ended) => {
  await requeueInviteMails(db, ended)
  await requeueOpenMailsOf(db, ended)
  await requeueClosureMails(db, ended)
}
