import {
  getMyRights,
  getRights,
  operators,
  type ProjectRights,
  pageAddresses,
  rights,
  saveRights,
  type Withheld,
} from '@fornix/contract'
import { sql } from 'kysely'
import { withheldFrom } from '../../clinic/people/rights.ts'
import { notifyOtherAdmins } from '../../clinic/records/admin-notices.ts'
import { isStale } from '../../clinic/records/field-changes.ts'
import { staleError } from '../../platform/base/errors.ts'
import { on, type Route } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { wireTime } from '../../platform/database/sql-time.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import type { Platform } from '../../platform.ts'
import { amountText, changesBetween } from './changes.ts'

const nothingSaved: ProjectRights = { withheld: {}, two_person_amount: null, version: 0, changed: null }

const rightsOf = async (db: Db) => {
  const { rows } = await sql<ProjectRights>`
    select withheld, two_person_amount::text as two_person_amount, version,
           jsonb_build_object('name', changed_name, 'at', ${wireTime('changed_at')}) as changed
      from project_rights`.execute(db)
  return rows[0] ?? nothingSaved
}

/** In one order and without repeats, whoever sent it. */
const inOrder = (withheld: Withheld): Withheld =>
  Object.fromEntries(
    operators.flatMap((role) => {
      const ofRole = rights.filter((right) => withheld[role]?.includes(right))
      return ofRole.length > 0 ? [[role, ofRole]] : []
    }),
  )

const notifyOfAmount = (db: Db, user: Caller, before: ProjectRights, now: ProjectRights, publicUrl: string) => {
  const change = `from ${amountText(before.two_person_amount)} to ${amountText(now.two_person_amount)}`
  return notifyOtherAdmins(db, {
    user,
    item_type: 'rights',
    text: `Two people for reimbursements: ${change}`,
    mail: {
      subject: 'The amount that needs two people was changed',
      body: `${user.name} changed the amount above which a reimbursement needs two people: ${change}.\n\nIf that is not right, please change it back: ${publicUrl}${pageAddresses.rights}`,
    },
  })
}

export const rightsRoutes = ({ config }: Pick<Platform, 'config'>): Route[] => [
  on(getRights, ({ db }) => rightsOf(db)),

  on(saveRights, async ({ db, user, body: { version, withheld, two_person_amount }, audit }) => {
    // Locks the project's row, because the first change finds no other to lock.
    await db.selectFrom('projects').select('project_id').forUpdate().execute()
    const current = await rightsOf(db)
    if (isStale(version, current.version))
      throw staleError('Someone else changed the rights while you were editing.', { current })
    const row = {
      withheld: JSON.stringify(inOrder(withheld)),
      two_person_amount,
      version: current.version + 1,
      changed_by: user.person,
      changed_name: user.name,
      changed_at: sql<string>`now()`,
    }
    await db
      .insertInto('project_rights')
      .values(row)
      .onConflict((on) => on.column('project_id').doUpdateSet(row))
      .execute()
    const now = await rightsOf(db)
    audit.object = changesBetween(current, now)
    if (now.two_person_amount !== current.two_person_amount)
      await notifyOfAmount(db, user, current, now, config.publicUrl)
    return now
  }),

  on(getMyRights, async ({ db, user, commitWithNext }) => {
    commitWithNext()
    const [withheld, { two_person_amount }] = await Promise.all([withheldFrom(db, user), rightsOf(db)])
    return { withheld: [...withheld], two_person_amount }
  }),
]
