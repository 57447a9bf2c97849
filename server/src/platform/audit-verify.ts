import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { z } from 'zod'
import { firstBrokenSeal } from './audit-seal.ts'
import type { Database } from './db.ts'

const Anchor = z.object({ at: z.string(), project: z.string(), seq: z.number().int(), hash: z.string() })
type Anchor = z.output<typeof Anchor>

/** What a chain turned out to be: `broken` says where, or is null. */
export type AuditFinding = { name: string; anchored: number; broken: string | null }

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

type Project = { project_id: string; slug: string }

/** Recomputes the chains of these projects, or of all; then a project that was anchored and is gone is found as well. */
export const verifyChains = async (database: Database, anchorFile: string, only?: Project): Promise<AuditFinding[]> => {
  const all = () => database.systemQuery<Project>('select project_id, slug from projects order by slug', [])
  const projects = only ? [only] : await all()
  const anchors = await readAnchors(anchorFile)
  const findings: AuditFinding[] = []
  for (const { project_id, slug } of projects) {
    const kept = anchors.filter(({ project }) => project === project_id)
    const at = await firstBrokenSeal(database, project_id)
    const contradicted = at === null ? await firstContradiction(database, project_id, kept) : null
    const broken =
      (at !== null && `the chain breaks at row ${at}`) ||
      (contradicted !== null && `row ${contradicted} is not the one that was anchored`) ||
      null
    findings.push({ name: slug, anchored: kept.length, broken })
  }
  const known = new Set(projects.map(({ project_id }) => project_id))
  const gone = only ? [] : [...new Set(anchors.map(({ project }) => project))].filter((project) => !known.has(project))
  return [
    ...findings,
    ...gone.map((name) => ({ name, anchored: 0, broken: 'this project was anchored and is not in the database' })),
  ]
}
