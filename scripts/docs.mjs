// Files that README and docs name and that are not there. Decisions and the changelog tell of the past, CONTRIBUTING makes a feature up.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => path && existsSync(path))
const folders = new Set(files.flatMap((file) => file.split('/').map((_, n, parts) => parts.slice(0, n).join('/'))))
const exists = (path) => files.includes(path) || folders.has(path.replace(/\/$/, ''))
/** Pages name a file by the end of its path, as far as it is needed. */
const isNamed = (path) => files.some((file) => file === path || file.endsWith(`/${path}`))

const docs = files.filter((file) => file.endsWith('.md') && !/^(CHANGELOG\.md$|docs\/decisions\/)/.test(file))
const missing = docs.flatMap((doc) => {
  const text = readFileSync(doc, 'utf8').replaceAll(/^```.*?^```/gms, '')
  const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].filter(([, to]) => !exists(join(dirname(doc), to)))
  const paths = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|[mc]js|sql|css|sh|md))`/g)].filter(
    ([, path]) => !isNamed(path) && !/visit[-_]questions/.test(path),
  )
  return [...links, ...paths].map(([, path]) => `${doc}: ${path}`)
})
for (const line of missing) console.error(line)
process.exitCode = missing.length > 0 ? 1 : 0
