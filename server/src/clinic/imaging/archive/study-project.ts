import type { Log } from '../../../platform/base/log.ts'
import type { Database } from '../../../platform/database/db.ts'
import { isOpen } from '../../../platform/database/moving.ts'
import { projectId, type Scope, staffScope } from '../../../platform/database/scope.ts'
import type { Config } from '../../../platform/settings/config.ts'

type Project = { project_id: string; slug: string; patient_id_issuers: string[]; is_open: boolean }
export type ProjectNeeds = {
  config: Pick<Config, 'defaultProject' | 'PACS_SHARED'>
  database: Database
  log?: Pick<Log, 'error'>
}

/**
 * Whose a study of a PACS is that no project has yet: the project whose issuer it names, else the installation's unless others share the
 * PACS; null if nobody's. A closed project's studies are nobody else's.
 */
export const projectOfNew = async (
  { config, database, log }: ProjectNeeds,
  readIssuer: (scope: Scope) => Promise<string>,
) => {
  const all = await database.systemQuery<Project>(
    `select project_id, slug, patient_id_issuers, ${isOpen('projects')} as is_open from projects order by created_at`,
    [],
  )
  const home = all.find(({ slug }) => slug === config.defaultProject) ?? all[0]
  if (!home) return null
  const fallback = config.PACS_SHARED ? undefined : home
  // Without a choice, what the study says is not read here: `reconcile` reads it anyway.
  const isRead = all.length > 1 || config.PACS_SHARED
  const issuer = isRead ? await readIssuer(staffScope(projectId(home.project_id))) : ''
  const issued = issuer === '' ? [] : all.filter(({ patient_id_issuers }) => patient_id_issuers.includes(issuer))
  if (issued.length > 1) log?.error({ alert: 'issuer' }, 'several projects have the issuer of a study')
  const owner = issued.length === 1 ? issued[0] : fallback
  return owner?.is_open ? owner.project_id : null
}
