import { validate as isUuid } from 'uuid'
import { invalid } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/database/db.ts'

/** A chosen provider decides the name; a name alone is somebody outside the portal. A wrong choice is an error at `field`. */
export const chosenPhysician = async (db: Db, field: string, id: string | undefined, name: string | undefined) => {
  if (!id) return { physician_id: null, physician_name: name ?? '' }
  const physician = await db
    .selectFrom('providers')
    .select(['provider_id', 'first_name', 'last_name'])
    .where(isUuid(id) ? 'provider_id' : 'code', '=', id)
    .where('role', '=', 'Physician')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!physician) throw invalid({ [field]: 'Please choose a physician of this project' })
  return {
    physician_id: physician.provider_id,
    physician_name: `${physician.first_name} ${physician.last_name}`,
  }
}
