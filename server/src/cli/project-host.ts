import { z } from 'zod'
import { writeSystemAudit } from '../platform/audit/audit.ts'
import { violates } from '../platform/database/db.ts'
import { isPortalHost } from '../platform/settings/own-host.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'
import { moveStateOf } from './project/close-project.ts'

const hostName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

export const projectHost = defineCommand({
  name: 'project host',
  summary: 'Show a project to whoever comes to a host name of its own',
  options: z.object({
    project: z.string().describe('its slug'),
    host: z
      .string()
      .toLowerCase()
      .regex(hostName, 'A host name without scheme and port, please, e.g. north.example')
      .optional()
      .describe('the name that leads here by DNS; without it, the one there is goes'),
  }),
  run: ({ project: slug, host = null }, context) =>
    withDatabase(context, async ({ database, config }) => {
      const { project_id } = await projectBySlug(database, slug)
      if (await moveStateOf(database, project_id))
        throw new CommandFailed(
          `The project ${slug} is closed here: it moves, or has moved. Its visitors are told so by its host name.`,
        )
      if (isPortalHost({ host, slug }, config))
        throw new CommandFailed(
          `${host} is the address of this portal itself (PUBLIC_URL). Its visitors reach ${config.defaultProject}.`,
        )
      try {
        await database.unscoped('a project has another host name', async (db) => {
          await db.updateTable('projects').set({ host }).where('project_id', '=', project_id).execute()
          await writeSystemAudit(db, 'project.set_host', [project_id])
        })
      } catch (error) {
        if (violates(error, 'projects_host_key')) throw new CommandFailed(`Another project has the host name ${host}.`)
        throw error
      }
      context.print(
        host
          ? `Visitors of ${host} now reach ${slug}. Links in emails keep the address of PUBLIC_URL.`
          : `The project ${slug} has no host name of its own.`,
      )
    }),
})
