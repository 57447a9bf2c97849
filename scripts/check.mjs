import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'
import { runStep } from './step.mjs'

const node = process.execPath
const secretlint = [
  'bash',
  '-c',
  "git ls-files -z -co --exclude-standard | grep -zvE '\\.(png|lock|woff2|gz)$|package-lock.json' | xargs -0 -r secretlint",
]
const everything = /(?:)/
const withoutProse = /(?<!\.md)$/

/** Name, command, and the files that it reads. The slow ones lead. */
const steps = [
  ['format and lint', ['biome', 'ci', '--reporter=summary', '.'], withoutProse],
  [
    'imports',
    ['depcruise', '--config', '.dependency-cruiser.cjs', 'contract/src', 'server', 'demo', 'web/src', 'e2e'],
    withoutProse,
  ],
  // Two checkers side by side read much of the same twice, and the other core has its own work.
  ['types', ['tsc', '--noEmit', '-p', '.', '--checkers', '1'], withoutProse],
  ['diagrams', [node, 'scripts/architecture-diagrams.mjs', '--check'], everything],
  ['secrets', secretlint, everything],
  ['access table', [node, 'server/src/cli.ts', 'access', '--check'], everything],
  ['dead code', ['knip', '--cache', '--cache-location', 'node_modules/.cache/knip'], withoutProse],
  ['mutants', [node, 'mutants/run.ts', '--check'], everything],
  ['compliance', [node, 'compliance/run.ts', '--check'], everything],
  ['platform tables', [node, 'scripts/platform-tables.mjs'], withoutProse],
  ['comments', [node, 'scripts/comments.mjs'], withoutProse],
  ['docs', [node, 'scripts/docs.mjs'], everything],
]

const hashOf = (content) => createHash('sha256').update(content).digest('hex')
const files = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path && existsSync(join(root, path)) && statSync(join(root, path)).isFile())
  .map((path) => ({ path, hash: hashOf(readFileSync(join(root, path))) }))
/** The same for as long as the step, the program that runs it and all that it reads are the same. The lock file stands for the packages. */
const stampOf = ([, command, reads]) =>
  hashOf(JSON.stringify([process.version, command, files.filter(({ path }) => reads.test(path))]))

const stampFile = join(root, 'node_modules/.cache/fornix/passed.json')
const passed = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}

/** What passed is not run again until something that it reads has changed. */
const runChanged = async (step) => {
  const [name, command] = step
  const stamp = stampOf(step)
  if (passed[name] === stamp) return { code: 0, took: 'unchanged' }
  const { code, output, seconds } = await runStep(name, command)
  passed[name] = code === 0 ? stamp : undefined
  return { code, output, took: `${seconds.toFixed(1)} s` }
}

const queue = [...steps]
const results = new Map()
const takeSteps = async () => {
  for (let step = queue.shift(); step; step = queue.shift()) results.set(step, await runChanged(step))
}
// One for each core.
await Promise.all([takeSteps(), takeSteps()])

// The file is replaced and not written into: it may be a hard link of another checkout.
mkdirSync(dirname(stampFile), { recursive: true })
writeFileSync(`${stampFile}.new`, JSON.stringify(passed))
renameSync(`${stampFile}.new`, stampFile)

for (const step of steps) {
  const { code, output, took } = results.get(step)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${step[0].padEnd(16)} ${took}`)
  if (code !== 0) console.log(output.trimEnd())
}
process.exit([...results.values()].some(({ code }) => code !== 0) ? 1 : 0)
