import { resolve } from 'node:path'
import { z } from 'zod'
import { allProjects, writeSystemAudit } from '../../platform/audit/audit.ts'
import { verifyChains } from '../../platform/audit/audit-verify.ts'
import { lostProjectKeys } from '../../platform/files/encryption/project-keys.ts'
import { openFileStore } from '../../platform/files/stores/open-file-store.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { settingsOf, withOpenDatabase, withOwner } from '../open-database.ts'
import { printFindings, trustedKeys } from '../verify-audit.ts'
import { checkBackup } from './check-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const flag = z.boolean().default(false)

export const restore = defineCommand({
  name: 'restore',
  summary: 'Fill an empty place, embedded or not, with what a backup holds',
  options: z.object({
    folder: z.string().min(1).describe('the backup'),
    'send-mail': flag.describe('send what waited to be sent: only when the old place was stopped before the backup'),
  }),
  argument: 'folder',
  run: async ({ folder, 'send-mail': sendMail }, context) => {
    const settings = await settingsOf(context, { mayCreateKey: false })
    const { config, masters } = settings
    const checked = await checkBackup(resolve(folder), ...masters.all())
    await withOwner(settings, async (ownerUrl, { prepare }) => {
      const store = await openFileStore(config)
      await restoreBackup(checked, {
        ownerUrl,
        store,
        anchorFolder: config.dataDir,
        prepareRoles: prepare,
        sendMail,
      }).finally(() => store.close())
      await withOpenDatabase({ ...settings, ownerUrl }, async ({ database }) => {
        const { backup_id, made_at, tables, files } = checked.manifest
        await database.unscoped('a restored place says so in every project', async (db) =>
          writeSystemAudit(db, 'project.restore', await allProjects(db), backup_id),
        )
        const rows = tables.reduce((sum, table) => sum + table.rows, 0)
        context.print(`${rows} rows and ${files.count} files of ${made_at} are back. Everyone has to sign in again.`)
        if (files.missing > 0) context.print(`${files.missing} files were missing when the backup was made.`)
        const trusted = await trustedKeys(config)
        if (!trusted) context.print('AUDIT_KEY_FILE is not set: who signed the anchors was not checked.')
        const { findings } = await verifyChains(database, { folder: config.dataDir, trusted, mustBeAnchored: false })
        printFindings(findings, context)
        const lost = await lostProjectKeys(database, masters)
        if (lost.length > 0) throw new CommandFailed(`These project keys do not open: ${lost.join(', ')}.`)
      })
    })
  },
})
