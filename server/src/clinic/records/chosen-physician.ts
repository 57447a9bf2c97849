import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { invalidFieldsError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { fullName } from './record-sql.ts'
import { joined } from './search-words.ts'

/** Also those who have left. */
const everyPhysician = (db: Db) =>
  db.selectFrom('providers').select(['provider_id', 'first_name', 'last_name']).where('role', '=', 'Physician')
type Physicians = ReturnType<typeof everyPhysician>
const physicians = (db: Db) => everyPhysician(db).where('deleted_at', 'is', null)
/** Locked, so that a new name given meanwhile also reaches the patient who is being assigned. */
const byId = (query: Physicians, id: string) => query.where(isUuid(id) ? 'provider_id' : 'code', '=', id).forShare()

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) => `${first_name} ${last_name}`

const title = /^\s*dr\b\.?|[,\s]+(m\.?d|d\.?o)\.?\s*$/gi
/** Whether a name as people type it, such as "Dr. Ada Wong" or "Ada Wong, M.D.", is that of a physician. */
export const isPhysicianName = (typed: string, physician: string) =>
  [typed, typed.replace(title, '')].some((name) => joined(name) === joined(physician))

/** A name that only one physician of the project has means that physician; any other is of somebody outside the portal. */
const namedPhysician = async (db: Db, name: string) => {
  if (name.trim() === '') return { physician_id: null, physician_name: '' }
  const named = (await physicians(db).execute()).filter((physician) => isPhysicianName(name, nameOf(physician)))
  return { physician_id: named.length === 1 ? (named[0]?.provider_id ?? null) : null, physician_name: name }
}

/** A chosen provider decides the name. A wrong choice is an error at `field`. */
export const chosenPhysician = async (db: Db, field: string, id: string | undefined, name: string | undefined) => {
  if (!id) return namedPhysician(db, name ?? '')
  const physician = await byId(physicians(db), id).executeTakeFirst()
  if (!physician) throw invalidFieldsError({ [field]: 'Please choose a physician in this project' })
  return { physician_id: physician.provider_id, physician_name: nameOf(physician) }
}

/** As before a change: also a physician who has left since, and a name that no link was made from. */
export const restoredPhysician = async (db: Db, id: string, name: string) => {
  const physician = id && (await byId(everyPhysician(db), id).executeTakeFirst())
  return physician
    ? { physician_id: physician.provider_id, physician_name: nameOf(physician) }
    : { physician_id: null, physician_name: name }
}

/** After a change of a provider's name: their patients have it, too. */
export const renamePhysician = (db: Db, provider: string) =>
  sql`update patients p set physician_name = ${fullName('o')}
        from providers o
       where o.project_id = p.project_id and o.provider_id = ${provider} and p.physician_id = o.provider_id`.execute(db)
