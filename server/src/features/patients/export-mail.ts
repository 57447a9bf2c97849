import { pageAddresses } from '@fornix/contract'
import { addressesOfAdmins } from '../../clinic/records/admin-addresses.ts'
import type { Db } from '../../platform/database/db.ts'
import { queueMail } from '../../platform/mail/outbox.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

type Export = { user: Caller; total: number; reason: string; request: string; publicUrl: string }

/** Notifies the admins in the transaction of the export's audit row: neither exists without the other. */
export const mailExport = async (db: Db, { user, total, reason, request, publicUrl }: Export) => {
  const to = await addressesOfAdmins(db, user.project)
  if (to.length === 0) return
  const { first_name, last_name } = await db
    .selectFrom('providers')
    .select(['first_name', 'last_name'])
    .where('provider_id', '=', user.person)
    .executeTakeFirstOrThrow()
  const who = `${first_name} ${last_name}`
  const what = `${total.toLocaleString('en-US')} ${total === 1 ? 'patient' : 'patients'}`
  await queueMail(db, {
    project: user.project,
    to,
    subject: `${who} exported ${what}`,
    body: `${who} (${user.role}) exported ${what} as a CSV file.\n\nReason: ${reason}\n\nAll exports: ${publicUrl}${pageAddresses.auditLog}?kind=exports`,
    idempotencyKey: `export ${request}`,
  })
}
