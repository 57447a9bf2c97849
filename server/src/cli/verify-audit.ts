import { z } from 'zod'
import { type AuditFinding, verifyChains } from '../platform/audit-verify.ts'
import { CommandFailed, type Context, defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'

/** Prints the chains that hold; the others end the command. */
export const tellFindings = (findings: AuditFinding[], { print }: Pick<Context, 'print'>) => {
  for (const { name, anchored } of findings.filter(({ broken }) => !broken))
    print(`${name}: the chain holds, with ${anchored} anchored heads`)
  const broken = findings.flatMap(({ name, broken }) => (broken ? [`${name}: ${broken}`] : []))
  if (broken.length > 0) throw new CommandFailed(broken.join('\n'))
}

export const verifyAudit = defineCommand({
  name: 'verify-audit',
  summary: 'Recompute the chains that seal the audit trail, and hold them against the anchors',
  options: z.object({
    project: z.string().optional().describe('the slug of one project; without it, all are verified'),
  }),
  run: async ({ project: slug }, context) =>
    withDatabase(context, async ({ database, config }) => {
      const only = slug ? { ...(await projectBySlug(database, slug)), slug } : undefined
      tellFindings(await verifyChains(database, anchorsOf(config), only), context)
    }),
})

export const anchorsOf = ({ dataDir }: { dataDir: string }) => `${dataDir}/audit-anchors.jsonl`
