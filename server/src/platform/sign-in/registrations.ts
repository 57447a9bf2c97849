import { registrationHours } from '@fornix/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Db, violates } from '../db.ts'
import { emailKey } from '../email-key.ts'
import { conflict } from '../errors.ts'
import { addPatient } from '../patient-record.ts'
import type { Registrations } from '../tables.ts'
import { refuseSecondRecord } from './invited.ts'
import { dropUnproven } from './proven-address.ts'

type Typed = Omit<
  Insertable<Registrations>,
  'registration_id' | 'login_id' | 'email_key' | 'project_id' | 'created_at'
> & {
  project_id: string
}
export type Registration = { registration_id: string; login_id: string; joins: boolean }

/** A row that a late sweep has left is no registration any more. */
export const stillWaiting = sql<boolean>`created_at > now() - make_interval(hours => ${registrationHours})`

/**
 * Keeps what somebody typed until the address is proven; an earlier registration with the address makes room. One whose address has
 * an account already `joins` it: that account's password decides, the one that was typed is forgotten.
 */
export const addRegistration = async (db: Db, typed: Typed, password_hash: string): Promise<Registration> => {
  const { email, project_id } = typed
  const email_key = emailKey(email)
  const registration_id = uuid()
  for (;;) {
    const account = await dropUnproven(db, email)
    const added = account
      ? undefined
      : await db
          .insertInto('logins')
          .values({ login_id: uuid(), email, email_key, password_hash })
          .onConflict((conflict) => conflict.doNothing())
          .returning('login_id')
          .executeTakeFirst()
    // Somebody else is registering with the address at this moment: the later one counts.
    if (!account && !added) continue
    await db
      .deleteFrom('registrations')
      .where('project_id', '=', project_id)
      .where('email_key', '=', email_key)
      .execute()
    await db
      .insertInto('registrations')
      .values({ ...typed, email_key, registration_id, login_id: added?.login_id ?? null })
      .execute()
    return { registration_id, login_id: account ?? added?.login_id ?? '', joins: account !== undefined }
  }
}

export const waitingRegistration = (db: Db, id: string): Promise<Selectable<Registrations> | undefined> =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('registration_id', '=', id)
    .where(stillWaiting)
    .forUpdate()
    .executeTakeFirst()

/**
 * The address is proven, and by whom: the registration becomes the record of a patient with the same id. Sessions that it had
 * opened see that record from now on.
 */
export const confirmRegistration = async (db: Db, waiting: Selectable<Registrations>, login: string) => {
  const { registration_id, login_id: _, email_key: __, created_at: ___, ...typed } = waiting
  const { project_id } = typed
  await refuseSecondRecord(db, { project_id, patient_id: registration_id }, login)
  await addPatient(db, {
    ...typed,
    patient_id: registration_id,
    login_id: login,
    status: 'Other',
    status_comment: 'Self-registered',
    patient_type: 'Volunteer',
  }).catch((error: unknown) => {
    throw violates(error, 'patients_email')
      ? conflict('This e-mail address belongs to another account.', 'email_taken')
      : error
  })
  await db
    .updateTable('sessions')
    .set({ patient_id: registration_id, registration_id: null })
    .where('registration_id', '=', registration_id)
    .execute()
  await db.deleteFrom('registrations').where('registration_id', '=', registration_id).execute()
  await db
    .updateTable('logins')
    .set({ email_verified_at: sql<string>`now()` })
    .where('login_id', '=', login)
    .where('email_verified_at', 'is', null)
    .execute()
}
