import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { makeFolder } from '../../platform/base/make-folder.ts'
import { prepareDatabase } from '../../platform/database/prepare-database.ts'
import { readConfig } from '../../platform/settings/config.ts'
import { CommandFailed, defineCommand } from '../command.ts'

export const databasePrepare = defineCommand({
  name: 'database prepare',
  summary: 'Make the database and its three roles, as an administrator of PostgreSQL (DATABASE_ADMIN_URL)',
  options: z.object({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,62}$/, 'Small letters, digits and _, please')
      .default('fornix')
      .describe('the database; without it, fornix'),
    folder: z
      .string()
      .optional()
      .describe('write each address to a file there, for DATABASE_URL_FILE and its like, instead of printing it'),
    'new-passwords': z.literal(true).optional().describe('give new passwords to roles that are there already'),
  }),
  run: async ({ name, folder, 'new-passwords': newPasswords = false }, { environment, print, complain }) => {
    const { DATABASE_ADMIN_URL, warnings } = readConfig('demo', environment)
    for (const warning of warnings) complain(warning)
    if (!DATABASE_ADMIN_URL)
      throw new CommandFailed('DATABASE_ADMIN_URL is missing: the address of a role that may make roles and databases.')
    const addresses = await prepareDatabase(DATABASE_ADMIN_URL, { database: name, newPasswords })
    for (const [setting, address] of Object.entries(addresses)) {
      if (!address)
        print(`# ${setting} stays as it is: its role was there before. --new-passwords gives it another password.`)
      else if (folder) print(`${setting}_FILE=${await written(folder, setting, address)}`)
      else print(`${setting}=${address}`)
    }
    print(
      '# Next: npm run fornix -- migrate, with DATABASE_OWNER_URL. npm run serve takes the other two and never the owner.',
    )
  },
})

const written = async (folder: string, setting: string, address: string) => {
  const path = join(resolve(folder), setting)
  await makeFolder(folder)
  await writeFile(path, `${address}\n`, { mode: 0o600 })
  return path
}
