import {
  isOpenRecovery,
  maxQueueItems,
  type QueueItem,
  type QueueSection,
  queueItemsShown,
  type Recovery,
} from '@fornix/contract'
import { recoveriesIn } from '../../clinic/people/account-recovery/recoveries-in.ts'
import type { Database } from '../../platform/database/db.ts'

const itemOf = ({ recovery_id, name, role, state, started_at, opens_at }: Recovery): QueueItem => ({
  id: recovery_id,
  since: started_at,
  name,
  dob: null,
  mrn_number: '',
  has_namesake: false,
  patient_id: '',
  state,
  screening: null,
  note: role,
  until: opens_at,
  assignee: null,
  due_on: null,
  version: 0,
})

/** Accounts being recovered: they belong to logins, so this is not a query of the caller's scope. */
export const recoverySection = async (
  database: Database,
  project: string,
  { isWhole, takenBy }: { isWhole: boolean; takenBy: string | null },
): Promise<QueueSection> => {
  const all = await database.unscoped('who is being recovered', (db) => recoveriesIn(db, project))
  const open = takenBy ? [] : all.filter(isOpenRecovery).reverse()
  return {
    kind: 'recovery',
    count: open.length,
    items: open.slice(0, isWhole ? maxQueueItems : queueItemsShown).map(itemOf),
  }
}
