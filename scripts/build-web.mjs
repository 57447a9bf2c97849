import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './install.mjs'

const skipped = new Set(['node_modules', 'dist', 'test-results'])

const addFolder = (hash, folder) => {
  for (const name of readdirSync(folder).sort()) {
    if (skipped.has(name)) continue
    const path = join(folder, name)
    if (statSync(path).isDirectory()) addFolder(hash, path)
    else hash.update(path.slice(root.length)).update('\0').update(readFileSync(path))
  }
}

/** Builds the web app unless what stands in web/dist was made from the same sources. */
export const buildWeb = async (run) => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of ['web', 'contract', 'languages']) addFolder(hash, join(root, folder))
  const stamp = join(root, 'web', 'dist', '.stamp')
  const wanted = hash.digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the web app (about 20 s) …')
  const guard = pathToFileURL(join(root, 'scripts/refuse-pruned.mjs')).href
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  await run('--import', [guard, vite, 'build', '--logLevel', 'error'], { cwd: join(root, 'web') })
  writeFileSync(stamp, wanted)
}
