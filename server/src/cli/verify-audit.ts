import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { firstBrokenSeal } from '../platform/audit-seal.ts'
import type { Database } from '../platform/db.ts'
import { CommandFailed, defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'

const Anchor = z.object({ at: z.string(), project: z.string(), seq: z.number().int(), hash: z.string() })
type Anchor = z.output<typeof Anchor>

/** The heads that were written beside the database, each once. */
const readAnchors = async (file: string) => {
  const heads = new Map<string, Anchor>()
  if (!existsSync(file)) return []
  for await (const text of createInterface({ input: createReadStream(file) })) {
    const anchor = Anchor.parse(JSON.parse(text))
    heads.set(`${anchor.project} ${anchor.seq} ${anchor.hash}`, anchor)
  }
  return [...heads.values()].filter(({ seq }) => seq > 0)
}

/** The first anchor that the database contradicts: a chain can be rewritten as a whole, its kept heads cannot. */
const firstContradiction = async (database: Database, project: string, anchors: Anchor[]) => {
  const [row] = await database.systemQuery<{ seq: number }>(
    `select a.seq from unnest($2::bigint[], $3::text[]) as a (seq, hash)
       left join audit_events e on e.project_id = $1 and e.seq = a.seq
      where e.hash is distinct from decode(a.hash, 'hex') order by a.seq limit 1`,
    [project, anchors.map(({ seq }) => seq), anchors.map(({ hash }) => hash)],
  )
  return row?.seq ?? null
}

export const verifyAudit = defineCommand({
  name: 'verify-audit',
  summary: 'Recompute the chains that seal the audit trail',
  options: z.object({
    project: z.string().optional().describe('the slug of one project; without it, all are verified'),
  }),
  run: async ({ project: slug }, context) =>
    withDatabase(context, async ({ database, config }) => {
      const projects = slug
        ? [{ ...(await projectBySlug(database, slug)), slug }]
        : await database.systemQuery<{ project_id: string; slug: string }>(
            'select project_id, slug from projects order by slug',
            [],
          )
      const anchors = await readAnchors(`${config.dataDir}/audit-anchors.jsonl`)
      const broken: string[] = []
      for (const { project_id, slug } of projects) {
        const kept = anchors.filter(({ project }) => project === project_id)
        const at = await firstBrokenSeal(database, project_id)
        const contradicted = await firstContradiction(database, project_id, kept)
        if (at !== null) broken.push(`${slug}: the chain breaks at row ${at}`)
        else if (contradicted !== null) broken.push(`${slug}: row ${contradicted} is not the one that was anchored`)
        else context.print(`${slug}: the chain holds, with ${kept.length} anchored heads`)
      }
      if (broken.length > 0) throw new CommandFailed(broken.join('\n'))
    }),
})
