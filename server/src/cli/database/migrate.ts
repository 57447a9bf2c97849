import { z } from 'zod'
import { migrate as runMigrations } from '../../platform/database/migrate.ts'
import { readConfig } from '../../platform/settings/config.ts'
import { defineCommand } from '../command.ts'
import { settingsOf, withOwner } from '../open-database.ts'

export const migrate = defineCommand({
  name: 'migrate',
  summary:
    'Bring the schema of the database up to this version, as its owner (DATABASE_OWNER_URL), while older programs run',
  options: z.object({}),
  run: async (_, context) => {
    const migrateAs = async (ownerUrl: string) => {
      await runMigrations(ownerUrl, { report: context.print })
      context.print('The schema is up to date.')
    }
    // No key is needed here, and where it should lie a new one would be taken for it.
    const { DATABASE_OWNER_URL, warnings } = readConfig('demo', context.environment)
    if (DATABASE_OWNER_URL) {
      for (const warning of warnings) context.complain(warning)
      return migrateAs(DATABASE_OWNER_URL)
    }
    await withOwner(await settingsOf(context, { mayCreateKey: true }), async (ownerUrl, { prepare }) => {
      await prepare()
      await migrateAs(ownerUrl)
    })
  },
})
