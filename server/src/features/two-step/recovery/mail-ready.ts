import { sql } from 'kysely'
import { mailRecoveryNews } from '../../../clinic/people/account-recovery/mails.ts'
import { membershipsOf } from '../../../clinic/people/memberships.ts'
import { runEvery } from '../../../platform/base/run-every.ts'
import type { Platform } from '../../../platform.ts'

const everyMs = 60_000
const batch = 50

/** Their waiting time is over: marks and mails are one transaction, so each is sent once. */
export const mailReady = ({ database, config, mail }: Pick<Platform, 'database' | 'config' | 'mail'>) =>
  database.unscoped('whose waiting time is over', async (db) => {
    const { rows } = await sql<{ recovery_id: string; login_id: string }>`
      update account_recoveries set told_at = clock_timestamp() where recovery_id in (
        select recovery_id from account_recoveries
         where ended_at is null and told_at is null and opens_at <= clock_timestamp() and expires_at > clock_timestamp()
         order by opens_at limit ${batch} for update skip locked)
      returning recovery_id, login_id`.execute(db)
    for (const row of rows)
      await mailRecoveryNews({ config, mail }, db, { ...row, members: await membershipsOf(db, row.login_id) }, 'ready')
  })

export const startMailingReady = (platform: Pick<Platform, 'database' | 'config' | 'mail' | 'log'>) =>
  runEvery({ job: 'account-recovery', everyMs, log: platform.log, failure: 'nobody was told of a recovery' }, () =>
    mailReady(platform),
  )
