import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { pseudonymOf, requeueMails, withdrawMails } from '../../platform/mail/outbox.ts'

export const closureSeriesOf = (patient: string) => `closure:${pseudonymOf(patient)}`

/** What waits and is about an earlier state: asked again, closed or restored, an account has no answer to read, or is open. */
export const withdrawClosureMails = (
  db: Db,
  { project, patient, reason }: { project: string; patient: string; reason?: string },
) => withdrawMails(db, { project, series: closureSeriesOf(patient), reason })

/** Those that were withdrawn with the account, which is back. */
export const requeueClosureMails = (
  db: Db,
  { project, patient, reason }: { project: string; patient: string; reason: string },
) => requeueMails(db, { project, series: closureSeriesOf(patient), reason })

/** A pending request to close the account. */
const openClosure = (db: Db, patient: string) =>
  db.updateTable('closure_requests').where('patient_id', '=', patient).where('state', '=', 'open')

/** The state in which it ends; undefined if none is pending. With `request`, only that one ends. */
export const endClosureRequest = (
  db: Db,
  patient: string,
  { request, ...end }: { state: 'withdrawn' | 'declined' | 'done'; answer?: string; request?: string },
) =>
  openClosure(db, patient)
    .set({ ...end, settled_at: sql<string>`now()` })
    .$if(request !== undefined, (query) => query.where('request_id', '=', request ?? ''))
    .returning('request_id')
    .executeTakeFirst()
