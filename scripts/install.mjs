import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Installs the dependencies of a folder when they are missing or its lockfile has changed since. */
export const installMissing = (folder = root) => {
  const stamp = join(folder, 'node_modules', '.fornix-install')
  const wanted = createHash('sha256').update(readFileSync(join(folder, 'package-lock.json'))).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing what is missing …')
  // Nothing here needs an install script, so none is run.
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm ci failed.')
  writeFileSync(stamp, wanted)
}
