import { registrationHours } from '@fornix/contract'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { conflict } from '../../platform/base/errors.ts'
import { type Db, violates } from '../../platform/database/db.ts'
import type { Registrations } from '../../platform/database/tables.ts'
import { hashSecret } from '../../platform/sessions/tokens.ts'
import { emailKey } from '../records/email-key.ts'
import { addPatient } from '../records/patient-record.ts'
import { refuseSecondRecord } from './invited.ts'
import { dropLogins, dropUnproven, lockAddress, setProvenAddress } from './proven-address.ts'
import { rememberDevice } from './start-session.ts'

type Typed = Omit<
  Insertable<Registrations>,
  'registration_id' | 'login_id' | 'email_key' | 'project_id' | 'created_at'
> & {
  project_id: string
}
export type Registration = { registration_id: string; login_id: string; joins: boolean }

const addressTaken = () => conflict('This email address belongs to another account.', 'email_taken')

/** A row left over by a late sweep is no longer a registration. */
export const stillWaiting = sql<boolean>`created_at > now() - make_interval(hours => ${registrationHours})`

/**
 * Keeps the input until the address is proven.
 * If its address already has an account, the registration `joins` it: that account's password and record decide, the input is discarded.
 * `device`: the browser's mark.
 */
export const addRegistration = async (
  db: Db,
  typed: Typed,
  { password_hash, device }: { password_hash: string; device?: string },
): Promise<Registration> => {
  const { email } = typed
  const email_key = emailKey(email)
  const registration_id = uuid()
  await lockAddress(db, email_key)
  if (device) await dropEarlier(db, email_key, device)
  const account = await releaseAddress(db, email_key)
  const login_id = account ? null : uuid()
  if (login_id) await db.insertInto('logins').values({ login_id, email, email_key, password_hash }).execute()
  await db
    .insertInto('registrations')
    .values({ ...typed, email_key, registration_id, login_id })
    .execute()
  if (login_id && device) await rememberDevice(db, device, login_id)
  return { registration_id, login_id: account ?? login_id ?? '', joins: account !== undefined }
}

/** A user who registers twice in one browser means the second. */
const dropEarlier = async (db: Db, email_key: string, device: string) => {
  const earlier = await db
    .selectFrom('registrations as r')
    .innerJoin('known_devices as d', 'd.login_id', 'r.login_id')
    .select('d.login_id')
    .where('r.email_key', '=', email_key)
    .where('d.device_hash', '=', hashSecret(device))
    .execute()
  await dropLogins(
    db,
    earlier.map(({ login_id }) => login_id),
  )
}

/**
 * A pending registration leaves the address to the newer one, whose password signs in, and still waits for its own link: a stranger who
 * registers with somebody's address over and over does not push out that person's registration.
 * Returns the address's account.
 */
const releaseAddress = async (db: Db, email_key: string) => {
  const login = await db
    .selectFrom('logins')
    .select(['login_id', 'email_verified_at'])
    .where('email_key', '=', email_key)
    .forUpdate()
    .executeTakeFirst()
  if (!login || login.email_verified_at) return login?.login_id
  const { login_id } = login
  const released = await db
    .updateTable('logins')
    .set({ email_key: `registration:${login_id}` })
    .where('login_id', '=', login_id)
    .where((eb) => eb.exists(eb.selectFrom('registrations as r').where('r.login_id', '=', login_id)))
    .returning('login_id')
    .executeTakeFirst()
  if (!released) await dropLogins(db, [login_id])
  return undefined
}

export const waitingRegistration = (db: Db, id: string): Promise<Selectable<Registrations> | undefined> =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('registration_id', '=', id)
    .where(stillWaiting)
    .forUpdate()
    .executeTakeFirst()

type Known = Pick<
  Typed,
  'first_name' | 'last_name' | 'mobile_number' | 'address_1' | 'address_2' | 'city' | 'state' | 'zip_code' | 'language'
>

/**
 * The owner's data in an account's record elsewhere. The registration may be somebody else's input, whom nobody should call or write to.
 */
const knownOf = async (db: Db, login: string, { first_name, last_name }: Typed): Promise<Known> => {
  const record = (table: 'patients' | 'providers', language: RawBuilder<unknown>) => sql`
    select first_name, last_name, mobile_number, address_1, address_2, city, state, zip_code, ${language} as language, updated_at, ${table} as kind
      from ${sql.table(table)} where login_id = ${login} and deleted_at is null`
  const { rows } = await sql<Known>`
    select first_name, last_name, mobile_number, address_1, address_2, city, state, zip_code, language
      from (${record('patients', sql`language`)} union all ${record('providers', sql`''`)}) known order by kind, updated_at desc limit 1`.execute(
    db,
  )
  const nothing = { mobile_number: '', address_1: '', address_2: '', city: '', state: '', zip_code: '', language: '' }
  return rows[0] ?? { first_name, last_name, ...nothing }
}

/** The status of a record made by its patient: until staff change it, nobody has looked at it. */
export const selfRegistered = { status: 'Other', status_comment: 'Self-registered' } as const

/**
 * The address is proven, and by whom: the registration becomes a patient's record with the same id.
 * Its open sessions see that record from now on.
 * Other registrations with the address end.
 */
export const confirmRegistration = async (db: Db, waiting: Selectable<Registrations>, login: string) => {
  const { registration_id, login_id: own, email_key, created_at: _, ...typed } = waiting
  const { project_id, email } = typed
  const account = await dropUnproven(db, email, login)
  if (!account) await setProvenAddress(db, login, email)
  else if (account !== login) throw addressTaken()
  await refuseSecondRecord(db, { project_id, patient_id: registration_id }, login)
  await addPatient(db, {
    ...typed,
    ...(own ? {} : await knownOf(db, login, typed)),
    patient_id: registration_id,
    login_id: login,
    ...selfRegistered,
    patient_type: 'Volunteer',
  }).catch((error: unknown) => {
    throw violates(error, 'patients_email') ? addressTaken() : error
  })
  await db
    .updateTable('sessions')
    .set({ patient_id: registration_id, registration_id: null })
    .where('registration_id', '=', registration_id)
    .execute()
  await db.deleteFrom('registrations').where('project_id', '=', project_id).where('email_key', '=', email_key).execute()
}
