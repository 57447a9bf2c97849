import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db } from '../../platform/database/db.ts'
import type { Providers } from '../../platform/database/tables.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'
import { emailKey } from './email-key.ts'
import { newPatientCode } from './patient-record.ts'

type Made = 'provider_id' | 'code' | 'email_key' | 'project_id'
export type NewProvider = Omit<Insertable<Providers>, Made> & { project_id: string }

/** As speakable as a patient's id, and never mistaken for one. */
const newProviderCode = () => newPatientCode().replace('P-', 'S-')

/** As printed when somebody answers for another: people change their name and have namesakes, and the id stays. */
export const nameWithCode = async (db: Db, { person, name }: Pick<Caller, 'person' | 'name'>) => {
  const { code } = await db
    .selectFrom('providers')
    .select('code')
    .where('provider_id', '=', person)
    .executeTakeFirstOrThrow()
  return `${name} (${code})`
}

/** Adds a provider or admin. The email of a record that is not deleted breaks the index `providers_email`. */
export const addProvider = async (db: Db, fields: NewProvider) => {
  for (;;) {
    const added = await db
      .insertInto('providers')
      .values({ ...fields, provider_id: uuid(), code: newProviderCode(), email_key: emailKey(fields.email) })
      .onConflict((conflict) => conflict.columns(['project_id', 'code']).doNothing())
      .returning(['provider_id', 'code'])
      .executeTakeFirst()
    if (added) return added
  }
}
