import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

const packages = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Whether node_modules holds what the lockfile names. npm writes its own list there last, when all else is in place. */
const isInstalled = (folder) => {
  const wanted = packages(join(folder, 'package-lock.json'))
  const present = packages(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = present[path]
    if (!found) return path === '' || Boolean(optional)
    return found.version === version && found.integrity === integrity
  })
}

/** Installs the dependencies of a folder when they are missing or its lockfile has changed since. */
export const installMissing = (folder = root, what = 'what is missing') => {
  if (isInstalled(folder)) return
  console.log(`Installing ${what} …`)
  // Nothing here needs an install script, so none is run. The tools of development build the web app: never left out.
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--include=dev', '--include=optional']
  const { status } = spawnSync(npm, [...args, '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error('npm ci failed.')
}
