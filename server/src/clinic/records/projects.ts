import { fillPath, getProjectLogo } from '@fornix/contract'
import { notFound } from '../../platform/base/errors.ts'
import type { Database } from '../../platform/database/db.ts'
import { isOpen, type Moving } from '../../platform/database/moving.ts'
import { type ProjectId, projectId } from '../../platform/database/scope.ts'

export type Project = {
  project_id: ProjectId
  name: string
  accepts_registrations: boolean
  time_zone: string
  logo_id: string | null
  /** What the identity provider is asked to prove of a sign-in. */
  two_step_acr: string[]
  contact: { address: string; email: string; phone: string; social: { name: string; url: string }[] }
}

/** Each logo has an address of its own, so that browsers may keep it for ever. */
export const logoUrl = (logo_id: string | null) => (logo_id ? fillPath(getProjectLogo.path, { logo_id }) : '')

/** The project of a visitor: the one that the header names, else the one of the host name, else the deployment's default. */
export const projectOfVisitor = async (
  database: Database,
  { project, host }: { project?: string; host: string },
  defaultSlug: string,
) => {
  const [row] = await database.systemQuery<Project>(
    `select project_id, name, accepts_registrations, time_zone, contact, logo_id, two_step_acr
       from projects left join project_logos using (project_id)
      where case when $1::uuid is not null then project_id = $1 else host = $2 or slug = $3 end
      order by (host = $2) desc nulls last limit 1`,
    [project ?? null, host, defaultSlug],
  )
  if (!row) throw notFound()
  return { ...row, project_id: projectId(row.project_id) }
}

export type ClosedProject = Moving & { name: string }

/**
 * The closed project of which an address is, or that a browser names; where people of other projects come to the address too, it is
 * nobody's.
 */
const closedAt = `
  select name, back_at, moved_to from projects join project_moves using (project_id)
   where project_id = $1 or host = $2 or not exists (select from projects other where ${isOpen('other')})
   order by (project_id = $1) desc nulls last, (host = $2) desc nulls last limit 1`

export const closedProject = async (
  database: Pick<Database, 'systemQuery'>,
  { project, host }: { project?: string | undefined; host: string },
) => (await database.systemQuery<ClosedProject>(closedAt, [project ?? null, host]))[0]

type Site = { name: string | null; closed: ClosedProject | null }

/** Whose portal a visitor sees, and whether that is closed, in one question: every page asks it. */
export const siteAt = async (database: Pick<Database, 'systemQuery'>, host: string, defaultSlug: string) => {
  const [site] = await database.systemQuery<Site>(
    `select (select name from projects where host = $2 or slug = $3 order by (host = $2) desc nulls last limit 1) as name,
            (select to_jsonb(c) from (${closedAt}) c) as closed`,
    [null, host, defaultSlug],
  )
  return site
}
