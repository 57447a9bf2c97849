import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'
import { runStep } from './step.mjs'

const node = process.execPath
const everything = /(?:)/
const withoutProse = /(?<!\.md)$/

/**
 * Name, command, and the files that it reads. The slow ones lead. With `rules`, the files that hold its rules, it looks at each file by
 * itself, and gets the paths of those that changed.
 */
const steps = [
  // Two checkers side by side read much of the same twice, and the other core has its own work.
  ['types', ['tsc', '--noEmit', '-p', '.', '--checkers', '1'], withoutProse],
  ['format and lint', ['biome', 'ci', '--reporter=summary', '.'], withoutProse],
  [
    'imports',
    ['depcruise', '--config', '.dependency-cruiser.cjs', 'contract/src', 'server', 'demo', 'web/src', 'e2e'],
    withoutProse,
  ],
  ['diagrams', [node, 'scripts/architecture-diagrams.mjs', '--check'], everything],
  [
    'secrets',
    ['secretlint'],
    /(?<!\.png|\.lock|\.woff2|\.gz|package-lock\.json)$/,
    /^(\.secretlintrc|package-lock)\.json$/,
  ],
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
const stampOf = (command, read) => hashOf(JSON.stringify([process.version, command, read]))
/** What is to be looked at together: the paths for the command, and a stamp that is kept once they passed. */
const piecesOf = ([, command, reads, rules]) => {
  const read = files.filter(({ path }) => reads.test(path))
  if (!rules) return [{ paths: [], stamp: stampOf(command, read) }]
  const settings = files.filter(({ path }) => rules.test(path))
  return read.map((file) => ({ paths: [file.path], stamp: stampOf(command, [...settings, file]) }))
}

const stampFile = join(root, 'node_modules/.cache/fornix/passed.json')
const passed = existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {}

/** What passed is not run again until something that it reads has changed. */
const runChanged = async (step) => {
  const [name, command] = step
  const pieces = piecesOf(step)
  const before = new Set(passed[name])
  const changed = pieces.filter(({ stamp }) => !before.has(stamp))
  if (changed.length === 0) return { code: 0, took: 'unchanged' }
  const { code, output, seconds } = await runStep(name, [...command, ...changed.flatMap(({ paths }) => paths)])
  if (code === 0) passed[name] = pieces.map(({ stamp }) => stamp)
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
