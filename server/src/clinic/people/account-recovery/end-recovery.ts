import type { Db } from '../../../platform/database/db.ts'
import type { Caller } from '../../../platform/sessions/session-row.ts'
import { membershipsOf } from '../memberships.ts'
import { mailRecoveryNews, type News, type Sender } from './mails.ts'
import { closeRecovery, noteRecovery } from './recoveries.ts'

type Stopped = { recovery_id: string; login_id: string }
type By = { as: Extract<News, 'stopped' | 'factor'>; request: string; admin?: Caller }

/** For good, with a row in each trail and a mail to each address. */
export const endRecoveryOf = async (
  needs: Sender,
  db: Db,
  { recovery_id, login_id }: Stopped,
  { as, request, admin }: By,
) => {
  await closeRecovery(db, login_id, as)
  const members = await membershipsOf(db, login_id)
  const act = { action: 'account_recovery.stop', recovery: recovery_id, request } as const
  const here = admin ? members.filter(({ project }) => project === admin.project) : []
  if (admin) await noteRecovery(db, here, { ...act, actor: admin.person, role: admin.role })
  await noteRecovery(
    db,
    members.filter((member) => !here.includes(member)),
    { ...act, role: admin ? 'system' : 'visitor' },
  )
  await mailRecoveryNews(needs, db, { recovery_id, login_id, members }, as)
}
