import { fillPath, getProjectLogo } from '@fornix/contract'
import { notFound } from '../../platform/base/errors.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { isOpen, type Moving } from '../../platform/database/moving.ts'
import { type ProjectId, projectId } from '../../platform/database/scope.ts'

export type Project = {
  project_id: ProjectId
  name: string
  accepts_registrations: boolean
  time_zone: string
  logo_id: string | null
  /** What the identity provider must prove about a sign-in. */
  two_step_acr: string[]
  contact: { address: string; email: string; phone: string; social: { name: string; url: string }[] }
}

/** Each logo has its own address, so that browsers may keep it forever. */
export const logoUrl = (logo_id: string | null) => (logo_id ? fillPath(getProjectLogo.path, { logo_id }) : '')

export const projectName = async (db: Db, project: string) =>
  (await db.selectFrom('projects').select('name').where('project_id', '=', project).executeTakeFirstOrThrow()).name

/** A visitor's project: the header's, else the host name's, else the deployment's default. */
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

/** The closed project of an address, or that a browser names; if people of other projects also use the address, none. */
const closedAt = `
  select name, back_at, moved_to from projects join project_moves using (project_id)
   where project_id = $1 or host = $2 or not exists (select from projects other where ${isOpen('other')})
   order by (project_id = $1) desc nulls last, (host = $2) desc nulls last limit 1`

export const closedProject = async (
  database: Pick<Database, 'systemQuery'>,
  { project, host }: { project?: string | undefined; host: string },
) => (await database.systemQuery<ClosedProject>(closedAt, [project ?? null, host]))[0]

type Site = { name: string | null; closed: ClosedProject | null }

/** Whose portal a visitor sees, and whether it is closed, in one query: every page needs it. */
export const siteAt = async (database: Pick<Database, 'systemQuery'>, host: string, defaultSlug: string) => {
  const [site] = await database.systemQuery<Site>(
    `select (select name from projects where host = $2 or slug = $3 order by (host = $2) desc nulls last limit 1) as name,
            (select to_jsonb(c) from (${closedAt}) c) as closed`,
    [null, host, defaultSlug],
  )
  return site
}
