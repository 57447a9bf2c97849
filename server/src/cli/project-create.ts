import { isTimeZone, requiredLine } from '@fornix/contract'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { writeSystemAudit } from '../platform/audit/audit.ts'
import { violates } from '../platform/database/db.ts'
import { keyRing } from '../platform/files/encryption/key-ring.ts'
import { projectCertificates } from '../platform/signing/project-certificates.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { withDatabase } from './open-database.ts'

export const projectCreate = defineCommand({
  name: 'project create',
  summary: 'Make a project: a clinic or study with its own people and records',
  options: z.object({
    slug: z
      .string()
      .regex(/^[a-z][a-z0-9-]{1,40}$/, 'Small letters, digits and hyphens, please, beginning with a letter')
      .describe('its short name in settings and commands, e.g. northside'),
    name: requiredLine('A name, please').describe('its name on every page, e.g. "Lumen Neuro"'),
    'time-zone': z
      .string()
      .refine(isTimeZone, 'A name of the IANA time zone database, please, e.g. America/New_York')
      .describe('in which appointments are told, e.g. America/New_York'),
  }),
  run: async ({ slug, name, 'time-zone': time_zone }, context) =>
    withDatabase(context, async ({ database, masters }) => {
      const project_id = uuid()
      try {
        await database.unscoped('make a project', async (db) => {
          await db.insertInto('projects').values({ project_id, slug, name, time_zone }).execute()
          await writeSystemAudit(db, 'project.create', [project_id])
        })
      } catch (error) {
        if (violates(error, 'projects_slug_key')) throw new CommandFailed(`There is a project ${slug} already.`)
        throw error
      }
      await projectCertificates({ database, keys: keyRing(database, masters) }).current(project_id)
      context.print(`The project ${slug} is made: ${project_id}`)
      context.print(`Next: npm run fornix -- admin invite --project ${slug} --email … --first-name … --last-name …`)
    }),
})
