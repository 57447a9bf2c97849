// Files that README, docs and the lists of tests name, and that are not there; and dependencies without a reason in
// ARCHITECTURE.md. Decisions and the changelog tell of the past, CONTRIBUTING makes a feature up.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import ciOnly from './ci-only.json' with { type: 'json' }
import embeddedPostgresTests from './embedded-postgres-tests.json' with { type: 'json' }

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
for (const [workspace, paths] of Object.entries(ciOnly))
  missing.push(
    ...paths
      .map((path) => join(workspace, path))
      .filter((path) => !exists(path))
      .map((path) => `scripts/ci-only.json: ${path}`),
  )
missing.push(
  ...embeddedPostgresTests
    .filter(
      (part) => !files.some((file) => file.startsWith('server/') && file.endsWith('.test.ts') && file.includes(part)),
    )
    .map((part) => `scripts/embedded-postgres-tests.json: ${part}`),
)
const architecture = readFileSync('ARCHITECTURE.md', 'utf8')
const dependenciesOf = (...workspaces) => [
  ...new Set(
    workspaces
      .flatMap((workspace) =>
        Object.keys(JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')).dependencies ?? {}),
      )
      .filter((name) => !name.startsWith('@fornix/')),
  ),
]
const dependencies = dependenciesOf('.', 'contract', 'server', 'web')
missing.push(
  ...dependencies
    .filter((name) => !architecture.includes(`| \`${name}\``) && !architecture.includes(`, \`${name}\``))
    .map((name) => `ARCHITECTURE.md: the dependency ${name}, and why`),
)
const counted = `${dependencies.length} packages, of which ${dependenciesOf('contract', 'server').length} run in the server`
if (!architecture.includes(counted)) missing.push(`ARCHITECTURE.md: ${counted}`)
for (const line of missing) console.error(line)
process.exitCode = missing.length > 0 ? 1 : 0
