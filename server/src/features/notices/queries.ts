import { emailChoices, type NoticeChoices, pushChoices } from '@fornix/contract'
import type { Db } from '../../platform/database/db.ts'

/** Those that there still are: a row may be older than the list of kinds. */
const known = <Kind extends string>(kinds: readonly Kind[], stored: readonly string[] = []) =>
  kinds.filter((kind) => stored.includes(kind))

export const choicesOf = async (db: Db, patient: string): Promise<NoticeChoices> => {
  const row = await db
    .selectFrom('notice_choices')
    .select(['email_off', 'push_on'])
    .where('patient_id', '=', patient)
    .executeTakeFirst()
  return { email_off: known(emailChoices, row?.email_off), push_on: known(pushChoices, row?.push_on) }
}

export const saveChoices = (db: Db, patient_id: string, choices: NoticeChoices) =>
  db
    .insertInto('notice_choices')
    .values({ patient_id, ...choices })
    .onConflict((row) => row.columns(['project_id', 'patient_id']).doUpdateSet(choices))
    .execute()
