// Takes one protection away at a time, in a copy of the repository, and looks whether a test notices. Exits with 1 when too few do.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Copy, makeCopy, root } from './copy.ts'
import { lists } from './list.ts'
import type { Mutant } from './mutant.ts'
import { redefinedIn } from './redefined.ts'
import { endTests, runTests } from './run-tests.ts'

const workers = 2
const leastKilled = 0.95

const all = Object.entries(lists).flatMap(([list, mutants]) => mutants.map((mutant) => ({ list, ...mutant })))
const nameOf = ({ file, why }: Mutant) => `${file}: ${why}`

/** Mutants that fit no place of the program, or several: the program has changed, and the list has to follow. */
const misplaced = async () => {
  const problems: string[] = []
  for (const mutant of all) {
    const places = (await readFile(join(root, mutant.file), 'utf8').catch(() => '')).split(mutant.find).length - 1
    if (places !== 1) problems.push(`${nameOf(mutant)}\n    stands ${places} times: ${JSON.stringify(mutant.find)}`)
    const later = redefinedIn(mutant)
    if (later) problems.push(`${nameOf(mutant)}\n    is redefined in ${later}`)
    if (mutant.find === mutant.replace) problems.push(`${nameOf(mutant)}\n    changes nothing`)
  }
  return problems
}

/** A program that does not even start has been noticed by nobody's test. */
type Outcome = 'killed' | 'SURVIVED' | 'BROKEN'

const tryMutant = async (copy: Copy, mutant: Mutant) => {
  const place = join(copy.folder, mutant.file)
  const text = await readFile(place, 'utf8')
  await writeFile(
    place,
    text.replace(mutant.find, () => mutant.replace),
  )
  const { passed, failed, message = '' } = await runTests(copy, mutant.tests)
  await writeFile(place, text)
  const outcome: Outcome = passed ? 'SURVIVED' : failed === undefined ? 'BROKEN' : 'killed'
  console.log(`${outcome.padEnd(8)} ${nameOf(mutant)}\n           ${(failed ?? message).slice(0, 200)}`)
  return { mutant, outcome }
}

/** Each copy takes the next job when it is done with one. */
const inCopies = async <Job, Result>(copies: Copy[], jobs: Job[], work: (copy: Copy, job: Job) => Promise<Result>) => {
  const queue = [...jobs]
  const results: Result[] = []
  const takeJobs = async (copy: Copy) => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift()) results.push(await work(copy, job))
  }
  await Promise.all(copies.map(takeJobs))
  return results
}

/** Tests that fail by themselves would kill every mutant. */
const runWithoutMutant = async (copy: Copy, suite: string) => {
  const { passed, failed, message } = await runTests(copy, suite.split(' '))
  if (passed) return []
  console.log(`FAILED without a mutant: ${suite}\n           ${(failed ?? message ?? '').slice(0, 200)}`)
  return [suite]
}

const problems = await misplaced()
if (problems.length > 0) {
  console.log(['Mutants that fit no place, or several:', ...problems].join('\n  '))
  process.exit(1)
}
if (process.argv.includes('--check')) process.exit(0)

const wanted = process.argv.slice(2)
const isChosenBy = (word: string, { list, file }: (typeof all)[number]) => list === word || file.includes(word)
const chosen = all.filter((mutant) => wanted.length === 0 || wanted.some((word) => isChosenBy(word, mutant)))
const unmatched = wanted.filter((word) => !all.some((mutant) => isChosenBy(word, mutant)))
if (unmatched.length > 0)
  throw new Error(`No mutant for ${unmatched.join(', ')}. The lists: ${Object.keys(lists).join(', ')}`)
const copies = await Promise.all(Array.from({ length: Math.min(workers, chosen.length) }, makeCopy))
const leave = async () => {
  endTests()
  await Promise.all(copies.map((copy) => copy.remove()))
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => leave().finally(() => process.exit(1)))
try {
  const suites = [...new Set(chosen.map(({ tests }) => tests.join(' ')))]
  console.log(`… ${suites.length} groups of tests without a mutant`)
  const unsound = (await inCopies(copies, suites, runWithoutMutant)).flat()
  const sound = chosen.filter(({ tests }) => !unsound.includes(tests.join(' ')))
  const tried = await inCopies(copies, sound, tryMutant)
  const left = tried.filter(({ outcome }) => outcome !== 'killed')
  const share = 1 - left.length / tried.length
  console.log(`\n${tried.length - left.length} of ${tried.length} killed (${(share * 100).toFixed(1)} %)`)
  for (const { mutant, outcome } of left)
    console.log(`${outcome} ${nameOf(mutant)}\n    ${mutant.survives ?? 'no reason is known'}`)
  if (unsound.length > 0 || share < leastKilled || left.some(({ mutant }) => !mutant.survives)) process.exitCode = 1
} finally {
  await leave()
}
