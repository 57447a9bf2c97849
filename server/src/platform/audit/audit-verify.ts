import type { KeyObject } from 'node:crypto'
import { anchorFiles } from '../anchors/anchor-folder.ts'
import { type Anchor, readAnchors } from '../anchors/check-logs.ts'
import type { Source } from '../anchors/collect-lines.ts'
import type { Database } from '../database/db.ts'
import { checkChain, shortened } from './audit-chain.ts'

/** What was found in a chain, or in the anchors as such. Each problem is a sentence. */
export type AuditFinding = { name: string; anchored: number; problems: string[]; notices: string[] }
/** What a restored backup would explain: projects, each with the last row that matches its anchors, and logs of anchors. */
export type Explainable = { projects: { project: string; agreed: number }[]; logs: string[] }

type Project = { project_id: string; slug: string }
type Given = {
  /** The data folder, with the logs of anchors. */
  folder: string
  copies?: Source[]
  trusted: KeyObject[] | null
  only?: Project | undefined
  /** Whether every sealed row must be anchored by now; not if only old copies are available. */
  mustBeAnchored: boolean
}

const day = (at: number | string) => new Date(at).toISOString().replace('T', ' ').slice(0, 19)

/** Checks the chains of one project, or of all, against their rows, their heads and their anchors. */
export const verifyChains = async (
  database: Database,
  { folder, copies = [], trusted, only, mustBeAnchored }: Given,
): Promise<{ findings: AuditFinding[]; explainable: Explainable }> => {
  const all = () => database.systemQuery<Project>('select project_id, slug from projects order by slug', [])
  const projects = only ? [only] : await all()
  const local = (await anchorFiles(folder)).map((path): Source => ({ name: path, from: path, isLocal: true }))
  // Copies first, rows last: what a running portal writes in between is included in what is read later.
  const anchors = await readAnchors([...copies, ...local], trusted)
  const explainable: Explainable = { projects: [], logs: anchors.explainable }
  const findings: AuditFinding[] = []
  const ofAnchors = { problems: shortened(anchors.problems), notices: anchors.notices }
  if (ofAnchors.problems.length + ofAnchors.notices.length > 0)
    findings.push({ name: 'anchors', anchored: 0, ...ofAnchors })
  for (const { project_id, slug } of projects) {
    const kept = anchors.heads.get(project_id) ?? []
    const { problems, agreed } = await checkChain(database, project_id, kept, mustBeAnchored)
    if (agreed !== null) explainable.projects.push({ project: project_id, agreed })
    const notices = anchors.restores
      .filter((restored) => restored.projects.some(({ project }) => project === project_id))
      .map(({ at, reason, projects }) => {
        const after = projects.find(({ project }) => project === project_id)?.agreed
        return `a restore was accepted on ${day(at)} (${reason}): what was anchored before on rows after ${after} does not count`
      })
    findings.push({ name: slug, anchored: distinct(kept), problems, notices })
  }
  if (!only) {
    const projectIds = new Set(projects.map(({ project_id }) => project_id))
    for (const name of [...anchors.heads.keys()].filter((project) => !projectIds.has(project))) {
      explainable.projects.push({ project: name, agreed: 0 })
      const gone = 'This project was anchored and is not in the database.'
      findings.push({ name, anchored: 0, problems: [gone], notices: [] })
    }
  }
  return { findings, explainable }
}

const distinct = (anchors: Anchor[]) => new Set(anchors.map(({ seq, hash }) => `${seq} ${hash}`)).size
