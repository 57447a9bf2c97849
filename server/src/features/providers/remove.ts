import { admins, isEmail, type Role } from '@fornix/contract'
import { sql } from 'kysely'
import { withdrawInviteMails } from '../../clinic/people/invitations.ts'
import { emailKey } from '../../clinic/records/email-key.ts'
import { conflict, notFound, unauthenticated } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Caller } from '../../platform/sessions/session-row.ts'

type Named = { provider_id: string; role: Role }

/** The address's record, else one deleted before: a second click finds that one. */
const named = async (db: Db, email: string): Promise<(Named & { deleted_at: string | null }) | undefined> => {
  if (!isEmail(email.trim())) return undefined
  const row = await db
    .selectFrom('providers')
    .select(['provider_id', 'role', 'deleted_at'])
    .where('email_key', '=', emailKey(email))
    .orderBy('deleted_at', (order) => order.desc().nullsFirst())
    .limit(1)
    .$narrowType<{ role: Role }>()
    .executeTakeFirst()
  return row
}

/** Locked in one order, so that if two admins delete each other, the second sees that it is the last one. */
const lockAdmins = async (db: Db) => {
  const rows = await db
    .selectFrom('providers')
    .select('provider_id')
    .where('role', 'in', admins)
    .where('deleted_at', 'is', null)
    .orderBy('provider_id')
    .forUpdate()
    .execute()
  return rows.map(({ provider_id }) => provider_id)
}

/** Soft-deletes: no session finds a deleted record, so all of theirs end with the commit. */
export const removeProvider = async (db: Db, user: Caller, email: string) => {
  const found = await named(db, email)
  if (!found) throw notFound()
  const { provider_id, role, deleted_at } = found
  if (deleted_at) return provider_id
  if (provider_id === user.person) throw conflict('You cannot delete yourself.', 'oneself')
  if (role === 'SuperAdmin' && user.role !== 'SuperAdmin')
    throw conflict('Only a SuperAdmin can delete a SuperAdmin.', 'super_admin')
  if (role === 'Admin' || role === 'SuperAdmin') {
    const left = await lockAdmins(db)
    if (left.every((id) => id === provider_id)) throw conflict('The last admin cannot be deleted.', 'last_admin')
    if (!left.includes(user.person)) throw unauthenticated()
  }
  await db
    .updateTable('providers')
    .set({ deleted_at: sql<string>`now()`, updated_at: sql<string>`now()` })
    .where('provider_id', '=', provider_id)
    .where('deleted_at', 'is', null)
    .execute()
  await withdrawInviteMails(db, 'provider_id', provider_id)
  return provider_id
}
