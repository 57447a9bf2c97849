import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/start.ts'
import { forTests } from '../server/test/debian-postgres.ts'

export const root = join(import.meta.dirname, '..')
const parts = ['contract', 'server', 'web', 'e2e', 'demo']

/** A copy of the repository to break, with a database server of its own. */
export type Copy = { folder: string; databaseServer: string; remove: () => Promise<void> }

/** What git knows of, and the packages by links; those of the repository itself lead into the copy. */
export const makeCopy = async (): Promise<Copy> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'fornix-mutants-')))
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root })
  for (const file of stdout.split('\0').filter(Boolean))
    await cp(join(root, file), join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      // Deleted and not committed.
      if (error.code !== 'ENOENT') throw error
    })
  for (const place of ['.', ...parts]) await linkPackages(join(root, place), join(folder, place))
  for (const part of parts) await symlink(join(folder, part), join(folder, 'node_modules/@fornix', part))
  const postgres = await mkdtemp(join(tmpdir(), 'fornix-mutants-postgres-'))
  const server = await startEmbeddedPostgres({ folder: join(postgres, 'data'), password: 'owner', settings: forTests })
  const remove = async () => {
    await server.stop()
    for (const made of [folder, postgres]) await rm(made, { recursive: true, force: true })
  }
  return { folder, databaseServer: server.url, remove }
}

const linkPackages = async (from: string, to: string) => {
  const names = await readdir(join(from, 'node_modules')).catch(() => [])
  await mkdir(join(to, 'node_modules/@fornix'), { recursive: true })
  for (const name of names.filter((name) => name !== '@fornix' && (!name.startsWith('.') || name === '.bin')))
    await symlink(join(from, 'node_modules', name), join(to, 'node_modules', name))
}
