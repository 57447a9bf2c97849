import { resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { formSeals } from '../../clinic/records/seals.ts'
import { type Checked, checkedForms } from '../../features/forms/check-forms.ts'
import { loadAuditKeys } from '../../platform/anchors/audit-key.ts'
import { writeSystemAudit } from '../../platform/audit/audit.ts'
import { sealAudit } from '../../platform/audit/audit-seal.ts'
import { verifyChains } from '../../platform/audit/audit-verify.ts'
import type { Database } from '../../platform/database/db.ts'
import { keyRing } from '../../platform/files/encryption/key-ring.ts'
import { openFileStore } from '../../platform/files/stores/open-file-store.ts'
import type { Config } from '../../platform/settings/config.ts'
import { version } from '../../start-platform.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { projectBySlug, withDatabase } from '../open-database.ts'
import { copiesFrom } from '../verify-audit.ts'
import { type Period, periodOf } from './period.ts'
import { readme } from './readme.ts'
import { sealFolder } from './seal.ts'
import { inNewFolder, type Writer, writeMatrix, writeRows } from './write-folder.ts'

const day = z.iso.date('A day as 2026-01-31, please')

/** What verify-audit says of the project now; the chain is of all times, not of the period. */
const checkedChain = async (database: Database, config: Config, project_id: string, slug: string) => {
  const keys = await loadAuditKeys(config, { create: false })
  const { findings } = await verifyChains(database, {
    folder: config.dataDir,
    copies: copiesFrom(config),
    trusted: keys?.trusted ?? null,
    only: { project_id, slug },
    mustBeAnchored: true,
  })
  const problems = findings.flatMap((finding) => finding.problems)
  return {
    holds: problems.length === 0,
    anchored_heads: findings.find(({ name }) => name === slug)?.anchored ?? 0,
    problems,
    notices: findings.flatMap(({ notices }) => notices),
  }
}

type Form = Pick<Checked, 'file_id' | 'signed_at' | 'broken'>
/** What is kept of each, one by one: the form itself would fill the memory. */
const formsOf = async (checked: ReturnType<typeof checkedForms>) => {
  const forms: Form[] = []
  for await (const { file_id, signed_at, broken } of checked) forms.push({ file_id, signed_at, broken })
  return forms
}

const writeForms = async (forms: Form[], write: Writer) => {
  const rows = forms.map(({ file_id, signed_at, broken }) => ({ file_id, signed_at, state: broken ?? 'unchanged' }))
  await write.table('verify-forms.csv', ['file_id', 'signed_at', 'state'], rows)
  return { checked: forms.length, changed: forms.filter(({ broken }) => broken).length }
}

/** In the trail before anything is read: no evidence leaves without its row. */
const auditEvidence = async (database: Database, { project_id }: Period, words: string) => {
  await database.unscoped('the run is told in its project', (db) =>
    writeSystemAudit(db, 'project.evidence', [project_id], words),
  )
  await sealAudit(database)
}

const orNotRecorded = (count = 0) => (count === 0 ? 'not recorded' : count)

export const evidence = defineCommand({
  name: 'evidence',
  summary:
    'Write a sealed folder for auditors: rights, sign-ins, access, exports, refusals, checks and versions of a period',
  options: z.object({
    project: z.string().describe('the slug of the project'),
    from: day.describe('the first day of the period, at the site: 2026-01-01'),
    to: day.describe('the last day of the period'),
    out: z.string().min(1).describe('where the folder goes; it must not exist yet, or be empty'),
  }),
  run: ({ project: slug, from, to, out }, context) =>
    withDatabase(
      context,
      async ({ database, config, masters }) => {
        if (from > to) throw new CommandFailed('--from is after --to.')
        const keys = await loadAuditKeys(config, { create: false })
        if (!keys) throw new CommandFailed('AUDIT_KEY_FILE is missing: its key seals the folder.')
        const started = performance.now()
        const { project_id, name } = await projectBySlug(database, slug)
        const period = await periodOf(database, project_id, { from, to })
        const folder = resolve(out)
        const store = await openFileStore(config)
        const files = { store, keys: keyRing(database, masters), scanned: false }
        const found = await inNewFolder(folder, async (written, write) => {
          await auditEvidence(database, period, `${from} to ${to}`)
          const [{ versions, unreadable_rights_changes }, verify_audit, forms] = await Promise.all([
            writeRows(database, period, write),
            checkedChain(database, config, project_id, slug),
            formsOf(checkedForms({ database, files, seals: formSeals(masters.origin) }, { project: project_id })),
          ])
          const verify_form = await writeForms(forms, write)
          const hasMatrix = await writeMatrix(write)
          const made_at = new Date().toISOString()
          const { time_zone, begins, ends } = period
          await write.text('README.txt', [readme({ project: name, from, to, time_zone, made_at, hasMatrix })])
          const actsOf = (action: string) =>
            database.systemQuery<{ count: number }>(
              'select count(*)::int as count from audit_events where project_id = $1 and action = $2 and at >= $3 and at < $4',
              [project_id, action, begins, ends],
            )
          const [backups, drills] = [await actsOf('project.back_up'), await actsOf('project.drill')]
          const summary = {
            format: 1,
            project: { project_id, slug, name },
            period: { from, to, time_zone, begins, ends },
            made_at,
            made_by: 'command line',
            seconds: Math.round((performance.now() - started) / 100) / 10,
            versions: { fornix: version, node: process.version, ...versions },
            rows: written.rows,
            unreadable_rights_changes,
            verify_audit,
            verify_form,
            backups: orNotRecorded(backups[0]?.count),
            drills: orNotRecorded(drills[0]?.count),
            compliance: hasMatrix ? 'COMPLIANCE.md' : 'not here: this installation has no docs/COMPLIANCE.md',
          }
          await write.text('summary.json', [`${JSON.stringify(summary, null, 2)}\n`])
          await sealFolder(folder, written.parts, keys.current)
          return summary
        }).finally(() => store.close())
        const { rows, seconds, unreadable_rights_changes, verify_audit, verify_form } = found
        context.print(
          `${folder} holds ${rows['audit.ndjson']} audit rows of ${from} to ${to}, sealed, in ${seconds} s.`,
        )
        context.print('It is as confidential as the records: README.txt says what is in it and how it is verified.')
        const bad = [
          ...verify_audit.problems.map((problem) => `verify-audit: ${problem}`),
          ...(verify_form.changed > 0
            ? [`verify-form: ${verify_form.changed} forms are not as they were signed.`]
            : []),
          ...(unreadable_rights_changes > 0
            ? [`withheld-rights.csv: ${unreadable_rights_changes} changes of rights could not be read.`]
            : []),
        ]
        if (bad.length > 0) throw new CommandFailed(`The folder is finished, and it says that:\n${bad.join('\n')}`)
      },
      { connections: 2 },
    ),
})
