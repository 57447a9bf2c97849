import { execFileSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { migrate } from '../platform/database/migrate.ts'
import { prepareRoles } from '../platform/database/roles.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts'
import { CommandFailed, defineCommand } from './command.ts'

const file = fileURLToPath(new URL('../platform/database/tables.ts', import.meta.url))
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
// As the program reads them: see the parsers of platform/db.ts.
const types = { timestamptz: 'string', int8: 'number', jsonb: 'unknown' }

const generate = (url: string, to: string) => {
  const program = fileURLToPath(new URL('cli/bin.js', import.meta.resolve('kysely-codegen')))
  const options = ['--dialect', 'postgres', '--url', url, '--include-pattern', 'public.*', '--date-parser', 'string']
  execFileSync(process.execPath, [program, ...options, '--type-mapping', JSON.stringify(types), '--out-file', to], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

export const dbTypes = defineCommand({
  name: 'db-types',
  summary: 'Write platform/database/tables.ts from a database that the migrations have just made',
  options: z.object({ check: z.literal(true).optional().describe('only say whether the file is up to date') }),
  run: async ({ check }, { print }) => {
    const folder = await mkdtemp(`${tmpdir()}/fornix-types-`)
    const made = `${folder}/tables.ts`
    try {
      const server = await startEmbeddedPostgres({ folder: `${folder}/postgres`, password: 'scratch', settings })
      try {
        await prepareRoles(server.url, { appPassword: 'app', systemPassword: 'system' })
        await migrate(server.url)
        generate(server.url, made)
      } finally {
        await server.stop()
      }
      if (check && (await readFile(made, 'utf8')) !== (await readFile(file, 'utf8')))
        throw new CommandFailed('server/src/platform/database/tables.ts is stale. Run: npm run fornix -- db-types')
      if (check) return
      await copyFile(made, file)
      print('server/src/platform/database/tables.ts is written.')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})
