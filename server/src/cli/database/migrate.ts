import { z } from 'zod'
import { migrate as runMigrations } from '../../platform/migrate.ts'
import { defineCommand } from '../command.ts'
import { settingsOf, withOwner } from '../open-database.ts'

export const migrate = defineCommand({
  name: 'migrate',
  summary:
    'Bring the schema of the database up to this version, as its owner (DATABASE_OWNER_URL), while older programs run',
  options: z.object({}),
  run: async (_, context) =>
    withOwner(await settingsOf(context, { mayCreateKey: true }), async (ownerUrl, { prepare }) => {
      await prepare()
      await runMigrations(ownerUrl, { report: context.print })
      context.print('The schema is up to date.')
    }),
})
