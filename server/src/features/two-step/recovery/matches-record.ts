import type { ConfirmIdentity } from '@fornix/contract'
import type { Member } from '../../../clinic/people/memberships.ts'
import { joined, wordsOf } from '../../../clinic/records/search-words.ts'
import type { Db } from '../../../platform/database/db.ts'

const isName = (typed: string, name: string) => wordsOf(typed).join(' ') === wordsOf(name).join(' ')
const isNumber = (typed: string, numbers: string[]) =>
  numbers.some((number) => number !== '' && joined(typed) === joined(number))
const isBirthDay = async (db: Db, { project, patient }: Member, birth_date: string) =>
  (await db
    .selectFrom('patients')
    .select('patient_id')
    .where('project_id', '=', project)
    .where('patient_id', '=', patient)
    .where('dob', '=', birth_date)
    .executeTakeFirst()) !== undefined

/** Two facts that the staff read from a document or were told, compared with one record of the person. */
const fits = async (db: Db, record: Member, typed: ConfirmIdentity) => {
  if (typed.kind === 'staff')
    return (
      isName(typed.name, `${record.first_name} ${record.last_name}`) && isNumber(typed.number, [record.provider_id])
    )
  if (!(await isBirthDay(db, record, typed.birth_date))) return false
  return typed.kind === 'caregiver'
    ? isName(typed.name, record.caregiver?.name ?? '')
    : isNumber(typed.number, [record.mrn_number, record.patient_id])
}
/** Whether both match one of the records. */
export const matchesSomeRecord = async (db: Db, records: Member[], typed: ConfirmIdentity) => {
  for (const record of records) if (await fits(db, record, typed)) return true
  return false
}
