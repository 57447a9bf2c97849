import { resolve } from 'node:path'
import { z } from 'zod'
import { loadAuditKeys } from '../../platform/anchors/audit-key.ts'
import { earlierFiles } from '../../platform/backup/earlier-backup.ts'
import { makeBackup } from '../../platform/backup/make-backup.ts'
import { openFileStore } from '../../platform/files/stores/open-file-store.ts'
import { version } from '../../start-platform.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { withDatabase } from '../open-database.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Write one moment of the whole place into a new folder, while it runs; all but the master key',
  options: z.object({
    folder: z.string().min(1).describe('where the backup goes; it must not exist yet, or be empty'),
    after: z
      .string()
      .min(1)
      .optional()
      .describe(
        'an earlier backup on the same disk: files that it holds are linked, not copied again; each stands without the other',
      ),
  }),
  argument: 'folder',
  run: ({ folder, after }, context) =>
    withDatabase(context, async ({ database, config, masters }) => {
      const earlier = after ? await earlierFiles(resolve(after), masters.all()) : undefined
      const store = await openFileStore(config)
      const auditKeys = await loadAuditKeys(config, { create: false })
      if (!auditKeys) context.complain('AUDIT_KEY_FILE is not set: the heads of this moment are not signed.')
      const place = { database, store, master: masters.all()[0]!, anchorFolder: config.dataDir, auditKeys, version }
      const { tables, files } = await makeBackup(place, resolve(folder), earlier?.reuse).finally(() => store.close())
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      context.print(`${resolve(folder)} holds ${rows} rows of ${tables.length} tables and ${files.count} files.`)
      if (earlier) context.print(`${earlier.reused()} of the files are links to those of ${after}.`)
      context.print(
        'The master key is not in it, and nothing in it can be restored without that key: keep it elsewhere.',
      )
      if (files.missing > 0)
        throw new CommandFailed(
          `The backup is finished, but ${files.missing} files were missing in the store already: files.jsonl names them.`,
        )
    }),
})
