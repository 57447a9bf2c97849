import { recoveryUseDays } from '@fornix/contract'
import { sql } from 'kysely'
import { mailRecoveryNews } from '../../../clinic/people/account-recovery/mails.ts'
import type { OpenRecovery } from '../../../clinic/people/account-recovery/recoveries.ts'
import { waitingHours } from '../../../clinic/people/account-recovery/who-confirms.ts'
import type { Member } from '../../../clinic/people/memberships.ts'
import { addressesOfAdmins } from '../../../clinic/records/admin-addresses.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Words } from '../../../platform/language/words.ts'
import type { Platform } from '../../../platform.ts'

/** By the site's clock, with the name of its zone. */
const momentIn = ({ locale }: Words, timeZone: string, at: string) => {
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
  return new Intl.DateTimeFormat(locale, { ...day, ...time, timeZone }).format(new Date(at))
}

type Confirmed = { open: OpenRecovery; members: Member[]; records: Member[] }
/** Two have confirmed it: the waiting time begins, and everybody is notified. */
export const openLater = async (platform: Platform, db: Db, { open, members, records }: Confirmed) => {
  const { recovery_id, login_id } = open
  const hours = await waitingHours(db, members)
  const { opens_at } = await db
    .updateTable('account_recoveries')
    .set({
      opens_at: sql<string>`clock_timestamp() + make_interval(hours => ${hours})`,
      expires_at: sql<string>`clock_timestamp() + make_interval(hours => ${hours}, days => ${recoveryUseDays})`,
    })
    .where('recovery_id', '=', recovery_id)
    .returning('opens_at')
    .executeTakeFirstOrThrow()
  const names = await db
    .selectFrom('recovery_witnesses')
    .select('name')
    .where('recovery_id', '=', recovery_id)
    .orderBy('confirmed_at')
    .execute()
  const { time_zone } = await db
    .selectFrom('projects')
    .select('time_zone')
    .where('project_id', '=', records[0]?.project ?? '')
    .executeTakeFirstOrThrow()
  await mailRecoveryNews(platform, db, { recovery_id, login_id, members }, 'confirmed', (words) => ({
    by: names.map(({ name }) => name).join(', '),
    opens: momentIn(words, time_zone, opens_at ?? ''),
  }))
  for (const project of new Set(members.map((member) => member.project))) {
    const to = await addressesOfAdmins(db, project)
    if (to.length > 0)
      await platform.mail.queue(db, {
        project,
        to,
        subject: 'An account is being recovered',
        body: `Two staff members of this or another clinic confirmed the identity of a person who has lost every second step. To see who it is, or to stop the recovery if it looks wrong, go to “Account recovery” in the project settings: ${platform.config.publicUrl}/projectSettings`,
        idempotencyKey: `account-recovery-admins:${recovery_id}`,
      })
  }
  return opens_at
}
