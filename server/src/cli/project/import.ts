import { resolve } from 'node:path'
import { z } from 'zod'
import { formSeals } from '../../clinic/records/seals.ts'
import { checkForms } from '../../features/forms/check-forms.ts'
import { loadAuditKeys } from '../../platform/anchors/audit-key.ts'
import { verifyChains } from '../../platform/audit/audit-verify.ts'
import { projectId } from '../../platform/database/scope.ts'
import { keyRing } from '../../platform/files/encryption/key-ring.ts'
import { openFileStore } from '../../platform/files/stores/open-file-store.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { withDatabase } from '../open-database.ts'
import { printFindings, trustedKeys } from '../verify-audit.ts'
import { prepareImport } from './import-files.ts'
import { importProject } from './import-project.ts'
import { moveKeyIn } from './move-key.ts'
import { arrivingRewrites } from './rewrites.ts'
import { stopEmailChanges } from './stop-email-changes.ts'

export const projectImport = defineCommand({
  name: 'project import',
  summary: 'Take over a project that another installation has exported, beside those that are here',
  options: z.object({
    from: z.string().min(1).describe('the folder of the export'),
    key: z.string().optional().describe('the file with the key of the move; not needed with --prepare'),
    prepare: z
      .boolean()
      .default(false)
      .describe('take the stored files that are there so far, while people work at the other place'),
    'join-accounts': z
      .boolean()
      .default(false)
      .describe('people who have an account here already keep it, with its password and second steps'),
  }),
  run: ({ from, key, prepare, 'join-accounts': joinAccounts }, context) =>
    withDatabase(
      context,
      async ({ database, config, masters }) => {
        const folder = resolve(from)
        const store = await openFileStore(config)
        try {
          if (prepare) {
            const count = await prepareImport({ database, folder, store, dataFolder: config.dataDir })
            context.print(
              `${count} files are here. Import within ${config.KEEP_REMOVED_FILES_DAYS} days: files without a row go then.`,
            )
            return
          }
          if (!key) throw new CommandFailed('--key is missing: the file with the key of the move.')
          const seals = formSeals(masters.origin)
          const { manifest, keptAccounts } = await importProject({
            database,
            store,
            folder,
            moveKey: await moveKeyIn(key, folder, { create: false }),
            dataFolder: config.dataDir,
            auditKeys: await loadAuditKeys(config, { create: false }),
            joinAccounts,
            portal: config,
            stopEmailChanges,
            rewritesFor: ({ manifest, key }) => arrivingRewrites({ masters, seals, sealKey: manifest.seal_key }, key),
          })
          const { slug, project_id, host } = manifest.project
          const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
          context.print(
            `${rows} rows and ${manifest.files.count} files of the project ${slug} are here. Its people sign in again.`,
          )
          if (host) context.print(`Visitors of ${host} now reach ${slug}.`)
          if (keptAccounts > 0) context.print(`${keptAccounts} of them keep the account that they have here.`)
          const trusted = await trustedKeys(config)
          const only = { project_id: projectId(project_id), slug }
          const { findings } = await verifyChains(database, {
            folder: config.dataDir,
            trusted,
            only,
            mustBeAnchored: false,
          })
          printFindings(findings, context)
          const forms = await checkForms(
            { database, seals, files: { store, keys: keyRing(database, masters), scanned: false } },
            { project: project_id },
          )
          const broken = forms.flatMap(({ file_id, broken }) => (broken ? [`${file_id}: ${broken}`] : []))
          if (broken.length > 0) throw new CommandFailed(broken.join('\n'))
          context.print(`${forms.length} signed forms are as they were signed.`)
        } finally {
          store.close()
        }
      },
      { connections: 2 },
    ),
})
