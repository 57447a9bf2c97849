import { resolve } from 'node:path'
import { z } from 'zod'
import { destinationOf, tokenFor } from '../features/audit-log/fhir/destination.ts'
import { projectsOf, shipAudit } from '../features/audit-log/fhir/ship.ts'
import { auditActions } from '../features.ts'
import { sealAudit } from '../platform/audit/audit-seal.ts'
import { isFhirPlace } from '../platform/settings/rules.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'

export const auditExport = defineCommand({
  name: 'audit-export',
  summary: 'Send the audit trail on as FHIR AuditEvents, from where the last run to that place ended',
  options: z.object({
    format: z.literal('fhir').default('fhir').describe('fhir: AuditEvent of R4 in the shapes of IHE BALP, a line each'),
    to: z
      .string()
      .refine(isFhirPlace, 'a file, or an https address')
      .describe('a file that grows, or an https endpoint'),
    project: z.string().optional().describe('the slug of one project; without it, all'),
  }),
  run: ({ to, project }, context) =>
    withDatabase(context, async ({ database, config }) => {
      if (project) await projectBySlug(database, project)
      await sealAudit(database)
      const place = /^https?:/.test(to) ? to : resolve(to)
      const destination = destinationOf(place, tokenFor(place, config))
      const shipping = { publicUrl: config.publicUrl, actions: auditActions }
      const sent = await shipAudit(database, await projectsOf(database, project), destination, shipping).catch(
        (error: Error) => {
          throw new CommandFailed(`${place} did not take everything: ${error.message} The next run goes on from there.`)
        },
      )
      context.print(`${sent} rows were sent to ${place}.`)
    }),
})
