import { mailRecoveryNews } from '../../../clinic/people/account-recovery/mails.ts'
import { closeRecovery, isRecovering, noteRecovery } from '../../../clinic/people/account-recovery/recoveries.ts'
import { dropLostFactors } from '../../../clinic/people/account-recovery/replace-factors.ts'
import { membershipsOf } from '../../../clinic/people/memberships.ts'
import type { Db } from '../../../platform/database/db.ts'
import { actorOf, type Caller } from '../../../platform/sessions/session-row.ts'
import type { Platform } from '../../../platform.ts'

/** For the transaction that stores a new factor, before storing: removes what was lost. True if it did. */
export const finishRecovery = async (
  platform: Pick<Platform, 'config' | 'mail'>,
  db: Db,
  user: Caller,
  request: string,
) => {
  if (!(await isRecovering(db, user))) return false
  const ended = await closeRecovery(db, user.login, 'used')
  if (!ended) return false
  await dropLostFactors(db, user)
  const members = await membershipsOf(db, user.login)
  const { recovery_id } = ended
  const here = members.filter(({ project }) => project === user.project)
  const act = { action: 'account_recovery.done', recovery: recovery_id, request } as const
  await noteRecovery(db, here, { ...act, actor: actorOf(user), role: user.role })
  await noteRecovery(
    db,
    members.filter((member) => !here.includes(member)),
    { ...act, role: 'system' },
  )
  await mailRecoveryNews(platform, db, { recovery_id, login_id: user.login, members }, 'used')
  return true
}
