import { inFuture } from '@fornix/contract'
import { invalidFieldsError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { todayOf } from '../../platform/database/sql-time.ts'

/** Nobody was born tomorrow or has paid then, by the site's calendar. */
export const refuseFutureDay = async (db: Db, field: string, day: string | null | undefined) => {
  if (day && day > (await todayOf(db))) throw invalidFieldsError({ [field]: inFuture })
}
