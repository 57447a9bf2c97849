import { expenseInFuture } from '@fornix/contract'
import { invalid } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { todayOf } from '../../platform/database/sql-time.ts'

/** Nobody has paid tomorrow, by the site's calendar. */
export const checkExpenseDate = async (db: Db, day: string | null | undefined) => {
  if (day && day > (await todayOf(db))) throw invalid({ expense_date: expenseInFuture })
}
