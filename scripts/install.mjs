import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { prune } from './prune.mjs'

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
const isInstalled = (folder, lean) => {
  const wanted = packages(join(folder, 'package-lock.json'))
  const present = packages(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  // Packages of the tests that are there show an installation that nothing was taken out of.
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    const found = present[path]
    if (!found) return path === '' || Boolean(optional) || (lean && Boolean(dev || devOptional))
    return found.version === version && found.integrity === integrity
  })
}

/**
 * Installs the dependencies of a folder when they are missing or its lockfile has changed since. `lean`: what runs and builds
 * the portal is enough, the tools of tests and checks stay away.
 */
export const installMissing = (folder = root, { lean = false, what = lean ? leanly : fully } = {}) => {
  if (isInstalled(folder, lean)) return
  console.log(`Installing ${what}`)
  // Nothing here needs an install script, so none is run. NODE_ENV=production leaves nothing out by itself.
  const args = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--include=optional', '--loglevel=error']
  const { status, error } = spawnSync(npm, [...args, lean ? '--omit=dev' : '--include=dev'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error?.code === 'ENOENT') throw new Error('npm is missing. It comes with Node: https://nodejs.org')
  if (status !== 0)
    throw new Error(`The packages could not be installed: npm ci failed in ${folder}. ${hintOf(folder)}`)
  if (lean) prune(join(folder, 'node_modules'))
}

const leanly = 'packages (about 30 s, 450 MB) …'
const fully = 'packages and the tools of tests and checks (about 40 s, 1 GB) …'
const hintOf = (folder) =>
  existsSync(join(folder, 'package-lock.json'))
    ? 'What npm says above tells why: often the network, a proxy, or a full disk. Then run the same command again.'
    : 'package-lock.json is missing: this is no complete checkout.'
