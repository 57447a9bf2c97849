import { isEmail, type Operator } from '@fornix/contract'
import { validate as isUuid } from 'uuid'
import { emailKey } from '../../clinic/records/email-key.ts'
import { notFound } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'

const codePattern = /^S-[\w-]{1,40}$/

/** The key's shape alone decides what it names, as with patients. */
const shapeOf = (key: string) => {
  const text = key.trim()
  if (isUuid(text)) return { column: 'provider_id', value: text.toLowerCase() } as const
  if (isEmail(text)) return { column: 'email_key', value: emailKey(text) } as const
  return codePattern.test(text) ? ({ column: 'code', value: text } as const) : null
}

/** The project's provider or admin, not deleted, that an email, a provider id or an internal id names; else 404. */
export const locateProvider = async (db: Db, key: string, { lock = false } = {}): Promise<Operator> => {
  const named = shapeOf(key)
  if (!named) throw notFound()
  const query = db
    .selectFrom('providers')
    .select(['provider_id as _id', 'code as provider_id', 'version', 'first_name', 'last_name', 'email'])
    .select(['pending_email', 'role', 'register_status', 'mobile_number', 'age', 'gender', 'race'])
    .select(['address_1', 'address_2', 'city', 'state', 'zip_code'])
    .where(named.column, '=', named.value)
    .where('deleted_at', 'is', null)
    .$narrowType<Pick<Operator, 'role' | 'register_status' | 'gender' | 'race' | 'state'>>()
  const found = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!found) throw notFound()
  return found
}
