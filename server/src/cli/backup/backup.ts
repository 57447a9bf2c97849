import { createPublicKey } from 'node:crypto'
import { resolve } from 'node:path'
import { z } from 'zod'
import { loadAuditKeys } from '../../platform/anchors/audit-key.ts'
import { openFileStore } from '../../platform/files/stores/open-file-store.ts'
import { version } from '../../start-platform.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { withDatabase } from '../open-database.ts'
import { earlierFiles } from './earlier-backup.ts'
import { makeBackup } from './make-backup.ts'
import { readRecoveryKey } from './recovery-key-file.ts'

const publicHalf = (pem: string) => {
  if (pem.includes('PRIVATE KEY'))
    throw new Error(
      'it is the private half, which belongs elsewhere. Write the public one: openssl pkey -in recovery.pem -pubout -out recovery.pub.pem',
    )
  return createPublicKey(pem)
}

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
    'recovery-key': z
      .string()
      .min(1)
      .optional()
      .describe(
        'the public half of an RSA key, as PEM: keys recover brings the master keys back with the private half',
      ),
  }),
  argument: 'folder',
  run: async ({ folder, after, 'recovery-key': recoveryFile }, context) => {
    const recoveryKey = recoveryFile ? await readRecoveryKey(recoveryFile, publicHalf) : undefined
    await withDatabase(context, async ({ database, config, masters }) => {
      const earlier = after ? await earlierFiles(resolve(after), masters.all()) : undefined
      const store = await openFileStore(config)
      const auditKeys = await loadAuditKeys(config, { create: false })
      if (!auditKeys) context.complain('AUDIT_KEY_FILE is not set: the heads of this moment are not signed.')
      const place = {
        database,
        store,
        masters: masters.all(),
        anchorFolder: config.dataDir,
        auditKeys,
        version,
        recoveryKey,
      }
      const { tables, files } = await makeBackup(place, resolve(folder), earlier?.reuse).finally(() => store.close())
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      context.print(`${resolve(folder)} holds ${rows} rows of ${tables.length} tables and ${files.count} files.`)
      if (earlier) context.print(`${earlier.reused()} of the files are links to those of ${after}.`)
      context.print(
        recoveryKey
          ? `The master keys are in it for the private half of ${recoveryFile} alone: keep that elsewhere.`
          : 'The master key is not in it, and nothing in it can be restored without that key: keep it elsewhere.',
      )
      if (files.missing > 0)
        throw new CommandFailed(
          `The backup is finished, but ${files.missing} files were missing in the store already: files.jsonl names them.`,
        )
    })
  },
})
