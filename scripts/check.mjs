import { runStep } from './step.mjs'

const node = process.execPath
const tracked = [
  'bash',
  '-c',
  "git ls-files -z -co --exclude-standard | grep -zvE '\\.(png|lock|woff2|gz)$|package-lock.json' | xargs -0 -r secretlint",
]

// Two lanes, one for each core; the slow ones lead.
const lanes = [
  [
    // Two checkers side by side read much of the same twice, and the other core has its own lane.
    ['types', ['tsc', '--noEmit', '-p', '.', '--checkers', '1']],
    [
      'imports',
      ['depcruise', '--config', '.dependency-cruiser.cjs', 'contract/src', 'server', 'demo', 'web/src', 'e2e'],
    ],
    ['house', [node, 'scripts/house.mjs', '--check']],
    ['access table', [node, 'server/src/cli.ts', 'access', '--check']],
  ],
  [
    ['format and lint', ['biome', 'ci', '--reporter=summary', '.']],
    ['dead code', ['knip', '--cache', '--cache-location', 'node_modules/.cache/knip']],
    ['secrets', tracked],
    ['comments', [node, 'scripts/comments.mjs']],
    ['mutants', [node, 'mutants/run.ts', '--check']],
    ['compliance', [node, 'compliance/run.ts', '--check']],
  ],
]

const runLane = async (lane) => {
  const results = []
  for (const [name, command] of lane) results.push(await runStep(name, command))
  return results
}

const results = (await Promise.all(lanes.map(runLane))).flat()
for (const { name, code, seconds, output } of results) {
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${seconds.toFixed(1)} s`)
  if (code !== 0) console.log(output.trimEnd())
}
process.exit(results.some(({ code }) => code !== 0) ? 1 : 0)
