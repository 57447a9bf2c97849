import { z } from 'zod'
import { keyRing } from '../../platform/files/encryption/key-ring.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { projectBySlug, withDatabase } from '../open-database.ts'
import { moveStateOf, openProject, sayWhere } from './close-project.ts'
import { eraseProject } from './erase-project.ts'
import { resealApps } from './reseal-apps.ts'

const project = z.string().describe('its slug')

export const projectRelease = defineCommand({
  name: 'project release',
  summary: 'Open a project again that was exported, and stays after all',
  options: z.object({
    project,
    'never-imported': z
      .boolean()
      .default(false)
      .describe('say that no other installation has imported the export; this one cannot know'),
  }),
  run: ({ project: slug, 'never-imported': neverImported }, context) =>
    withDatabase(context, async ({ database }) => {
      const { project_id } = await projectBySlug(database, slug)
      const state = await moveStateOf(database, project_id)
      if (!state) throw new CommandFailed(`The project ${slug} is open.`)
      if (state.moved_to)
        throw new CommandFailed(`The project ${slug} has moved to ${state.moved_to}: it would be open twice.`)
      if (!neverImported)
        throw new CommandFailed(
          `If the export was imported anywhere, ${slug} would be open in two places, and each would go its own way. Ask whoever has the folder. If nobody imported it: fornix project release --project ${slug} --never-imported`,
        )
      await openProject(database, project_id, state.move_id)
      context.print(
        `The project ${slug} is open again. Delete the export: what is imported from it now would be open twice.`,
      )
    }),
})

export const projectMoved = defineCommand({
  name: 'project moved',
  summary: 'Tell whoever comes to a project that was exported where it is now',
  options: z.object({ project, to: z.url({ protocol: /^https?$/ }).describe('the address of the other installation') }),
  run: ({ project: slug, to }, context) =>
    withDatabase(context, async ({ database }) => {
      const { project_id } = await projectBySlug(database, slug)
      if (!(await moveStateOf(database, project_id)))
        throw new CommandFailed(`The project ${slug} is open here. fornix project export comes first.`)
      await sayWhere(database, project_id, to)
      context.print(
        `Visitors to ${slug} are now told that it moved to ${to}. To delete what it left here: fornix project erase --project ${slug}`,
      )
    }),
})

export const projectErase = defineCommand({
  name: 'project erase',
  summary: 'Delete what a project that has moved has left here, all but its audit trail',
  options: z.object({ project }),
  run: ({ project: slug }, context) =>
    withDatabase(context, async ({ database, config, masters }) => {
      const { project_id } = await projectBySlug(database, slug)
      const state = await moveStateOf(database, project_id)
      if (!state?.moved_to)
        throw new CommandFailed(
          `The project ${slug} has not moved: fornix project moved says where it is. Nothing was deleted.`,
        )
      if (state.erased_at) throw new CommandFailed(`What ${slug} left here was deleted on ${state.erased_at}.`)
      const logins = await eraseProject(database, project_id, resealApps(keyRing(database, masters)))
      context.print(
        `The rows of ${slug} are deleted, and ${logins} accounts that nobody needs here. Its files follow in ${config.KEEP_REMOVED_FILES_DAYS} days. Backups keep what they hold.`,
      )
      if (config.DICOMWEB_URL && !config.PACS_SHARED)
        context.print(
          `Its studies in the PACS that name no issuer will be listed in another project here: delete them there, or set PACS_SHARED=true.`,
        )
    }),
})
