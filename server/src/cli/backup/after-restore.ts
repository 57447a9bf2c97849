import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { allProjects, writeSystemAudit } from '../../platform/audit/audit.ts'
import { keyRing } from '../../platform/files/encryption/key-ring.ts'
import { lostProjectKeys } from '../../platform/files/encryption/project-keys.ts'
import { openFileStore } from '../../platform/files/stores/open-file-store.ts'
import { CommandFailed, defineCommand } from '../command.ts'
import { withDatabase } from '../open-database.ts'
import { checkStoredFiles } from './check-stored-files.ts'
import { endSignIns, holdMail } from './go-back.ts'

const maxNamed = 20
const listed = (names: string[]) =>
  names.length > maxNamed
    ? `${names.slice(0, maxNamed).join(', ')} and ${names.length - maxNamed} more`
    : names.join(', ')

export const afterRestore = defineCommand({
  name: 'after-restore',
  summary:
    'Finish a restore of the database to a point in time, before the portal starts on it: forget sign-ins, check files and keys',
  options: z.object({
    sample: z.coerce
      .number('a number')
      .int()
      .min(0)
      .max(1_000_000)
      .default(1000)
      .describe('how many stored files are opened and compared, chosen by chance; without it 1000'),
    'send-mail': z
      .boolean()
      .default(false)
      .describe('send what waited at that moment: only when none of it has left since'),
  }),
  run: async ({ sample, 'send-mail': sendMail }, context) =>
    withDatabase(context, async ({ database, config, masters }) => {
      await database.unscoped('a database that went back in time forgets sign-ins and says so', async (db) => {
        await endSignIns(db)
        if (!sendMail) await sql.raw(holdMail).execute(db)
        await writeSystemAudit(db, 'project.restore', await allProjects(db), uuid())
      })
      context.print('Everyone has to sign in again.')
      const lost = await lostProjectKeys(database, masters)
      if (lost.length > 0) throw new CommandFailed(`These project keys do not open: ${lost.join(', ')}.`)

      const store = await openFileStore(config)
      const files = { store, keys: keyRing(database, masters) }
      const { named, missing, opened, broken } = await checkStoredFiles({ database, files }, sample).finally(() =>
        store.close(),
      )
      const problems = [
        ...(missing.length > 0 ? [`${missing.length} files are missing in the store: ${listed(missing)}.`] : []),
        ...(broken.length > 0 ? [`${broken.length} files are not what was stored: ${listed(broken)}.`] : []),
      ]
      if (problems.length > 0) throw new CommandFailed(problems.join('\n'))
      context.print(`All ${named} stored files are there; ${opened} of them were opened and are what was stored.`)
      context.print(
        'Now npm run fornix -- verify-audit, with --accept-restore where it says that the database is older than its anchors.',
      )
    }),
})
