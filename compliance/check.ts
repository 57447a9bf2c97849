import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Line, Proof, Standard } from './line.ts'

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Without comments of several lines and groups that are skipped, which end where their first line is indented no further. */
const whatRuns = (code: string) =>
  code.replaceAll(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replaceAll(/^([ \t]*)describe\.(?:skip|todo)\b[\s\S]*?^\1\}\)/gm, '')

/** A title stands first in the brackets of `test`, of `it`, or of what `test.each` and its like return; a skipped one is none. */
const hasTest = (code: string, title: string) => {
  if (title === '') return false
  const source = whatRuns(code)
  const calls = source.matchAll(new RegExp(`^(.*?)(\\w+|\\))\\(\\s*['"\`]${quoted(title)}`, 'gm'))
  return [...calls].some(([, before = '', called = '']) => {
    if (before.trimStart().startsWith('//')) return false
    return /^(test|it|\))$/.test(called) && !/\b(skip|todo|describe)[.(]?$/.test(before)
  })
}

/** Looks for files and titles below a folder, each file read once. */
export const finderIn = (root: string) => {
  const sources = new Map<string, string | null>()
  const sourceOf = (file: string) => {
    if (!sources.has(file)) {
      const path = join(root, file)
      sources.set(file, existsSync(path) ? readFileSync(path, 'utf8') : null)
    }
    return sources.get(file) ?? null
  }
  return {
    isThere: (file: string) => existsSync(join(root, file)),
    hasTest: (file: string, title: string) => hasTest(sourceOf(file) ?? '', title),
    hasText: (file: string, text: string) => (sourceOf(file) ?? '').includes(text),
  }
}
type Finder = ReturnType<typeof finderIn>

const proofProblems = ({ where, tests = [], texts = [] }: Proof, find: Finder) => [
  ...where.filter((file) => !find.isThere(file)).map((file) => `there is no ${file}`),
  ...tests
    .filter(([file, title]) => !find.hasTest(file, title))
    .map(([file, title]) => `${file} has no test "${title}…"`),
  ...texts.filter(([file, text]) => !find.hasText(file, text)).map(([file, text]) => `${file} does not say "${text}"`),
]

const lineProblems = ({ result, note, proofs }: Line, find: Finder) => {
  const problems = proofs.flatMap((proof) => proofProblems(proof, find))
  const isProved = proofs.some(({ tests = [], texts = [] }) => tests.length + texts.length > 0)
  if (result === 'met' && !isProved) problems.push('is met by no test')
  if (result !== 'met' && !note) problems.push('does not say why it is not met')
  return problems
}

const numberProblems = ({ ids }: Standard, given: string[]) => [
  ...given.filter((id, at) => given.indexOf(id) !== at).map((id) => `${id} has two lines`),
  ...(ids ?? []).filter((id) => !given.includes(id)).map((id) => `${id} has no line`),
  ...(ids ? given.filter((id) => !ids.includes(id)).map((id) => `${id} is no number of it`) : []),
]

/** What is wrong with the matrix, a sentence each. */
export const problemsOf = (standards: Standard[], find: Finder) =>
  standards.flatMap((standard) => {
    const lines = standard.parts.flatMap(({ lines }) => lines)
    const ofLines = lines.flatMap((line) => lineProblems(line, find).map((problem) => `${line.id}: ${problem}`))
    const ofNumbers = numberProblems(
      standard,
      lines.map(({ id }) => id),
    )
    return [...ofNumbers, ...ofLines].map((problem) => `${standard.name} ${problem}`)
  })
