import { validate as isUuid } from 'uuid'
import { invalid } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'
import { wordsOf } from './search-words.ts'

const physicians = (db: Db) =>
  db
    .selectFrom('providers')
    .select(['provider_id', 'first_name', 'last_name'])
    .where('role', '=', 'Physician')
    .where('deleted_at', 'is', null)

const titles = ['dr', 'md']
const withoutTitle = (name: string) =>
  wordsOf(name)
    .filter((word) => !titles.includes(word))
    .join(' ')

/** A name that only one physician of the project has means that physician; any other is of somebody outside the portal. */
const namedPhysician = async (db: Db, name: string) => {
  if (name.trim() === '') return { physician_id: null, physician_name: '' }
  const named = (await physicians(db).execute()).filter(
    ({ first_name, last_name }) => withoutTitle(`${first_name} ${last_name}`) === withoutTitle(name),
  )
  return { physician_id: named.length === 1 ? (named[0]?.provider_id ?? null) : null, physician_name: name }
}

/** A chosen provider decides the name. A wrong choice is an error at `field`. */
export const chosenPhysician = async (db: Db, field: string, id: string | undefined, name: string | undefined) => {
  if (!id) return namedPhysician(db, name ?? '')
  const physician = await physicians(db)
    .where(isUuid(id) ? 'provider_id' : 'code', '=', id)
    .executeTakeFirst()
  if (!physician) throw invalid({ [field]: 'Please choose a physician in this project' })
  return {
    physician_id: physician.provider_id,
    physician_name: `${physician.first_name} ${physician.last_name}`,
  }
}
