import { sql } from 'kysely'
import { listUnsent } from '../../clinic/records/list-unsent.ts'
import type { Db } from '../../platform/database/db.ts'
import { heldReason } from '../../platform/mail/queue.ts'
import { leftOut } from './layout.ts'

/** Otherwise queued mail could be sent twice: the original installation may have sent it since. */
export const holdMail = listUnsent(`update mail_outbox set status = 'failed', last_error = '${heldReason}'
  where status in ('queued', 'sending')`)

/** What a database that went back in time must forget: the same as a backup leaves out. */
export const endSignIns = async (db: Db) => {
  for (const [table, which] of Object.entries(leftOut))
    await sql`delete from ${sql.table(table)} where ${sql.raw(which)}`.execute(db)
}
