import { type Call, isOperator, type Right, type Withheld, withheldSentence } from '@fornix/contract'
import { ApiError } from '../base/errors.ts'
import type { Db } from '../database/db.ts'
import type { Caller } from '../sessions/session-row.ts'

/** What the project withholds from the caller; asked in each transaction, so that a change counts at once. */
export const withheldFrom = async (db: Db, { role }: Pick<Caller, 'role'>): Promise<readonly Right[]> => {
  if (!isOperator(role)) return []
  const row = await db
    .selectFrom('project_rights')
    .select('withheld')
    .$narrowType<{ withheld: Withheld }>()
    .executeTakeFirst()
  return row?.withheld[role] ?? []
}

export const hasRight = async (db: Db, user: Pick<Caller, 'role'>, right: Right) =>
  !(await withheldFrom(db, user)).includes(right)

/** 403 where the project withholds from the caller's role what the call needs. */
export const checkRight = async (db: Db, { right }: Call, user: Caller) => {
  if (right && isOperator(user.role) && !(await hasRight(db, user, right)))
    throw new ApiError(403, 'right_withheld', withheldSentence(user.role, right))
}
