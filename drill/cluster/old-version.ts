import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** This checkout. */
export const here = fileURLToPath(new URL('../..', import.meta.url))
const git = (...words: string[]) => execFileSync('git', words, { cwd: here, maxBuffer: 2 ** 30 })

/** What `DRILL_OLD` names; without it what stood before the newest migration came. */
const oldRevision = () => {
  const words = ['log', '-1', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '--', 'server/migrations']
  return process.env['DRILL_OLD'] ?? `${String(git(...words)).trim()}^`
}

/** Packages as links; those of the workspace lead to the other checkout. */
const linkPackages = async (root: string) => {
  await mkdir(join(root, 'node_modules'))
  for (const name of await readdir(join(here, 'node_modules')))
    if (!['@fornix', '.vite-temp'].includes(name))
      await symlink(join(here, 'node_modules', name), join(root, 'node_modules', name))
  await cp(join(here, 'node_modules/@fornix'), join(root, 'node_modules/@fornix'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const part of ['server', 'web'])
    await symlink(join(here, part, 'node_modules'), join(root, part, 'node_modules'))
}

/** An older version of the program with its pages, on the packages of this one. */
export const checkOutOld = async (folder: string) => {
  const [root, revision] = [join(folder, 'old'), oldRevision()]
  await mkdir(root)
  execFileSync('tar', ['-x', '-C', root], { input: git('archive', revision) })
  await linkPackages(root)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: join(root, 'web'), stdio: 'inherit' })
  const migrations = (await readdir(join(here, 'server/migrations'))).length
  const behind = migrations - (await readdir(join(root, 'server/migrations'))).length
  console.log(
    `  The old version is ${String(git('log', '-1', '--format=%h', revision)).trim()}, ${behind} migrations behind`,
  )
  return root
}
