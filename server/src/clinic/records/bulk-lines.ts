import type { BulkLine } from '@fornix/contract'
import { ApiError } from '../../platform/base/errors.ts'
import type { Log } from '../../platform/base/log.ts'
import type { AuditNote, RunInTransaction } from '../../platform/calls/route.ts'
import type { Db } from '../../platform/database/db.ts'
import { locatePatient } from './locate-patient.ts'
import type { FoundPatient } from './patient-record.ts'
import { wireBirthDate } from './record-sql.ts'

type One = { db: Db; audit: AuditNote; located: FoundPatient }
type Running = { inTransaction: RunInTransaction; log: Log }

/** Errors that also stop the remaining ones: each would only wait, or be refused. */
const notTried: Record<number, string> = {
  401: 'Not tried because you were signed out or your role changed.',
  429: 'Not tried because too many were done within an hour. Please try again later.',
  503: 'Not tried because the portal was unavailable. Please try again.',
}

const identityOf = async (db: Db, { patient, code, name }: FoundPatient) => {
  const { dob, mrn_number } = await db
    .selectFrom('patients as p')
    .select([wireBirthDate.as('dob'), 'mrn_number'])
    .where('patient_id', '=', patient)
    .executeTakeFirstOrThrow()
  return { patient_id: code, name, dob, mrn_number }
}

const sentenceOf = (error: unknown, log: Log) => {
  if (error instanceof ApiError)
    return error.status === 404
      ? 'There is no such patient.'
      : (Object.values(error.more.fields ?? {})[0] ?? error.more.forStaff ?? error.message)
  log.error({ err: error }, 'one of many was not done')
  return 'This did not work. Please try again.'
}

/** For staff: processes patients one by one, each in its own transaction; a line reports each one's result, and whatever `work` adds. */
export const eachPatient = async <Item, More extends object>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { inTransaction, log }: Running,
  work: (one: One, item: Item) => Promise<More>,
): Promise<(BulkLine & Partial<More>)[]> => {
  const lines: (BulkLine & Partial<More>)[] = []
  let why = ''
  for (const item of items) {
    let line: BulkLine = { patient_id: keyOf(item), name: '', dob: null, mrn_number: '', done: false, why }
    let more: Partial<More> = {}
    try {
      if (!why)
        more = await inTransaction(async (db, audit) => {
          const located = await locatePatient({ db, audit }, keyOf(item))
          line = { ...line, ...(await identityOf(db, located)) }
          return work({ db, audit, located }, item)
        })
      if (!why) line = { ...line, done: true }
    } catch (error) {
      why = (error instanceof ApiError && notTried[error.status]) || ''
      line = { ...line, why: sentenceOf(error, log) }
    }
    lines.push({ ...line, ...more })
  }
  return lines
}
