import { type ReimbursementStatus, type Role, statusesForTwo } from '@fornix/contract'
import { sql } from 'kysely'
import { hasRight } from '../../clinic/people/rights.ts'
import { conflict } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

type MoneyDecision = { status: ReimbursementStatus; amount: string }
export type Decision = MoneyDecision & { comment: string }

/** The first person had seen everything: the patient has not answered since. */
export const isUnanswered = sql<boolean>`not exists (
  select from reimbursement_history h
   where h.project_id = d.project_id and h.reimbursement_id = d.reimbursement_id and h.answer_key is not null
     and h.created_at > d.decided_at)`

export const waitingDecision = (db: Db, id: string) =>
  db
    .selectFrom('reimbursement_decisions as d')
    .select(['status', 'amount', 'comment', 'decided_by', 'decided_name'])
    .where('reimbursement_id', '=', id)
    .where(isUnanswered)
    .executeTakeFirst()
export type Waiting = Awaited<ReturnType<typeof waitingDecision>>

/** The pending decision, if this repeats it. */
export const sameDecision = (waiting: Waiting, { status, amount }: MoneyDecision) =>
  waiting?.status === status && Number(waiting.amount) === Number(amount) ? waiting : undefined

export const dropDecision = (db: Db, id: string) =>
  db.deleteFrom('reimbursement_decisions').where('reimbursement_id', '=', id).execute()

/** One person alone can neither take back nor reduce a payment. */
const needsTwo = async (db: Db, existing: MoneyDecision, decision: MoneyDecision) => {
  const amounts = [
    ...(existing.status === 'Paid' ? [Number(existing.amount)] : []),
    ...(statusesForTwo.includes(decision.status) ? [Number(decision.amount)] : []),
  ]
  if (amounts.length === 0) return false
  const limit = (await db.selectFrom('project_rights').select('two_person_amount').executeTakeFirst())
    ?.two_person_amount
  return limit != null && Math.max(...amounts) > Number(limit)
}

/** Whether the first person still has the right to decide. */
const mayDecide = async (db: Db, person: string) => {
  const first = await db
    .selectFrom('providers')
    .select('role')
    .where('provider_id', '=', person)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return first !== undefined && hasRight(db, { role: first.role as Role }, 'decide_money')
}

/** Whether a decision that changes something counts alone, waits for a second person, or is the second of two that agree. */
export const stageOf = async (
  db: Db,
  user: Caller,
  { existing, decision, waiting }: { existing: MoneyDecision; decision: Decision; waiting: Waiting },
) => {
  if (!(await needsTwo(db, existing, decision))) return 'alone'
  const same = sameDecision(waiting, decision)
  if (!same) return 'waits'
  if (same.decided_by === user.person)
    throw conflict('You made this decision. Another person has to confirm it.', 'second_person')
  return (await mayDecide(db, same.decided_by)) ? 'second' : 'waits'
}

/** Replaces any that waited before. */
export const holdDecision = async (
  db: Db,
  user: Caller,
  { id, patient }: { id: string; patient: string },
  decision: Decision,
) => {
  await dropDecision(db, id)
  await db
    .insertInto('reimbursement_decisions')
    .values({
      ...decision,
      reimbursement_id: id,
      patient_id: patient,
      decided_by: user.person,
      decided_name: user.name,
    })
    .execute()
}
