import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { anchorFiles, namedLog } from '../platform/anchors/anchor-folder.ts'
import { beginAnchorLog } from '../platform/anchors/anchor-log.ts'
import { type KeyPlace, loadAuditKeys, parseKeys } from '../platform/anchors/audit-key.ts'
import type { Source } from '../platform/anchors/collect-lines.ts'
import { writeSystemAudit } from '../platform/audit/audit.ts'
import { type AuditFinding, type Explainable, verifyChains } from '../platform/audit/audit-verify.ts'
import { toError } from '../platform/base/unknown-error.ts'
import type { Database } from '../platform/database/db.ts'
import type { Config } from '../platform/settings/config.ts'
import { CommandFailed, type Context, defineCommand } from './command.ts'
import { projectBySlug, withDatabase } from './open-database.ts'

/** Prints the chains that hold; the others end the command. */
export const printFindings = (findings: AuditFinding[], { print }: Pick<Context, 'print'>) => {
  for (const { name, notices } of findings) for (const notice of notices) print(`${name}: ${notice}`)
  for (const { name, anchored } of findings.filter(({ name, problems }) => problems.length === 0 && name !== 'anchors'))
    print(`${name}: the chain holds, with ${anchored} anchored heads`)
  const broken = findings.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))
  if (broken.length > 0) throw new CommandFailed(broken.join('\n'))
}

/** Keys that are trusted: those given, else those of the settings. Null where there are none. */
export const trustedKeys = async (config: KeyPlace, publicKeyFile?: string) => {
  if (!publicKeyFile) return (await loadAuditKeys(config, { create: false }))?.trusted ?? null
  try {
    return parseKeys(await readFile(publicKeyFile, 'utf8')).map(({ publicKey }) => publicKey)
  } catch (error) {
    throw new CommandFailed(`${publicKeyFile} cannot be read as public keys: ${toError(error).message}.`)
  }
}

export const copiesFrom = ({ AUDIT_COPY_FILE }: Config, given?: string): Source[] => {
  if (given && given !== '-' && !existsSync(given)) throw new CommandFailed(`There is no file ${given}.`)
  const kept = AUDIT_COPY_FILE && existsSync(AUDIT_COPY_FILE) ? [AUDIT_COPY_FILE] : []
  return [...kept, ...(given ? [given] : [])].map((name) => ({
    name,
    from: name === '-' ? process.stdin : name,
    isLocal: false,
  }))
}

export const verifyAudit = defineCommand({
  name: 'verify-audit',
  summary: 'Recompute the chains that seal the audit trail, and hold them against the signed anchors',
  options: z.object({
    project: z.string().optional().describe('the slug of one project; without it, all are verified'),
    'public-key': z.string().optional().describe('the public audit key; without it, that of AUDIT_KEY_FILE'),
    anchors: z.string().optional().describe('a copy of the anchors that was kept elsewhere, or - for standard input'),
    'accept-restore': z
      .string()
      .min(3, 'a few words that say why')
      .max(500)
      .optional()
      .describe('why the database is older than its anchors, for good; signed with AUDIT_KEY_FILE'),
  }),
  run: async ({ project: slug, 'public-key': publicKey, anchors, 'accept-restore': reason }, context) =>
    withDatabase(context, async ({ database, config }) => {
      const only = slug ? { ...(await projectBySlug(database, slug)), slug } : undefined
      const trusted = await trustedKeys(config, publicKey)
      const isSigned = anchors !== undefined || (await anchorFiles(config.dataDir)).length > 0
      if (!trusted && isSigned)
        throw new CommandFailed('No public key is given: name its file with --public-key, or set AUDIT_KEY_FILE.')
      if (!config.AUDIT_KEY_FILE && !publicKey && trusted)
        context.print('The anchors are signed with the key of the demo, which lies in the data folder itself.')
      // Standard input can be read once.
      const verify = (copies: Source[]) =>
        verifyChains(database, { folder: config.dataDir, copies, trusted, only, mustBeAnchored: !anchors })
      const { findings, explainable } = await verify(copiesFrom(config, anchors))
      if (reason === undefined) return printFindings(findings, context)
      await acceptRestore(database, config, explainable, reason)
      context.print('The restore is accepted from now on. verify-audit shows it each time.')
      if (anchors !== '-') printFindings((await verify(copiesFrom(config, anchors))).findings, context)
    }),
})

/** In a log of its own: the portal may be writing the other one. */
const acceptRestore = async (database: Database, config: Config, explained: Explainable, reason: string) => {
  if (explained.projects.length + explained.logs.length === 0)
    throw new CommandFailed('There is nothing that a restored backup would explain. Nothing was changed.')
  const keys = await loadAuditKeys(config, { create: false })
  if (!keys) throw new CommandFailed('AUDIT_KEY_FILE is missing: its key signs that the restore was meant.')
  await database.unscoped('an accepted restore is told in the projects', async (db) => {
    const projects = await db.selectFrom('projects').select('project_id').execute()
    const touched = projects
      .map(({ project_id }) => project_id)
      .filter((id) => explained.projects.some(({ project }) => project === id))
    await writeSystemAudit(db, 'audit.accept_restore', touched, reason)
  })
  const log = await beginAnchorLog(join(config.dataDir, namedLog(crypto.randomUUID())), keys)
  await log.write([{ kind: 'restore', reason, ...explained }])
  await log.close()
}
