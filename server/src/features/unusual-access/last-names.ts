import { sql } from 'kysely'
import { fold } from '../../clinic/records/search-words.ts'
import type { Db } from '../../platform/database/db.ts'

/** Every possible last name in a full name whose parts are not marked: `de la Cruz`, `la Cruz`, `Cruz`. */
const endsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean)
  return words.map((_, at) => words.slice(at).join(' ')).slice(words.length > 1 ? 1 : 0)
}

/**
 * The folded last names of a project's providers, including former ones: changing one's name, reading a namesake's record and changing it
 * back is still a reading.
 */
export const lastNames = async (db: Db, project: string) => {
  const providers = await db
    .selectFrom('providers')
    .select(['provider_id', 'first_name', 'last_name'])
    .where('project_id', '=', project)
    .execute()
  const { rows: renames } = await sql<{ provider_id: string; names: string }>`
    select object_id as provider_id, result as names from audit_events
     where project_id = ${project} and action = 'provider.rename'`.execute(db)
  return providers.flatMap(({ provider_id, first_name, last_name }) => {
    const now = fold(`${first_name} ${last_name}`)
    const former = renames
      .filter((rename) => rename.provider_id === provider_id)
      .flatMap(({ names }) => names.split(' to ').map(fold))
      .filter((name) => name !== now)
    const keys = [fold(last_name), ...former.flatMap(endsOf)].filter(Boolean)
    return [...new Set(keys)].map((last_key) => ({ provider_id, last_key }))
  })
}
