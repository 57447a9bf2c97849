import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { finderIn, problemsOf } from '../../compliance/check.ts'
import { complianceDocument } from '../../compliance/document.ts'
import { type Line, met, missing, type Proof, type Standard } from '../../compliance/line.ts'

const root = await mkdtemp(join(tmpdir(), 'fornix-compliance-'))
afterAll(() => rm(root, { recursive: true, force: true }))
await mkdir(join(root, 'src'))
await writeFile(join(root, 'src/doors.ts'), 'export const doors = 2\n')
await writeFile(
  join(root, 'src/doors.test.ts'),
  `describe('doors', () => {
  test('a door is shut', async () => {})
  test.each([1, 2])(
    'door %i has a lock', () => {})
  // test('a door is painted', () => {})
  test.skip('a door is oiled', () => {})
  /*
  test('a door is green', () => {})
  */
  describe.skip('old doors', () => {
    test('a door creaks', () => {})
  })
  describe.skip.each([1, 2])('other doors', () => {
    test('a door is stuck', () => {})
  })
  test('a door is new', () => {})
})
`,
)

const by = (...titles: string[]): Proof => ({
  where: ['src/doors.ts'],
  tests: titles.map((title) => ['src/doors.test.ts', title] as const),
})
const standardOf = (lines: Line[], ids?: string[]): Standard => ({
  name: 'Doors',
  about: '',
  parts: [{ title: '', lines }],
  ...(ids && { ids }),
})
const problems = (lines: Line[], ids?: string[]) => problemsOf([standardOf(lines, ids)], finderIn(root))

test('a line whose file and test are there holds', () => {
  expect(problems([met('1', 'Doors shut', by('a door is', 'door %i has a lock', 'a door is new'))])).toEqual([])
})

test.each([
  'a window is shut',
  'a door is painted',
  'a door is oiled',
  'a door is green',
  'a door creaks',
  'a door is stuck',
  'doors',
  'is shut',
  '',
])('a test that is not there, or does not run, is named: %j', (title) => {
  expect(problems([met('1', 'Doors shut', by(title))])).toEqual([`Doors 1: src/doors.test.ts has no test "${title}…"`])
})

test('a file that is gone, a line that nothing shows, and one without its reason are named', () => {
  const lines = [
    met('1', 'Doors shut', { where: ['src/windows.ts'], tests: [['src/doors.test.ts', 'a door is shut']] }),
    met('2', 'Doors open', { where: ['src/doors.ts'] }),
    missing('3', 'Doors ring', ''),
  ]
  expect(problems(lines)).toEqual([
    'Doors 1: there is no src/windows.ts',
    'Doors 2: is met by no test',
    'Doors 3: does not say why it is not met',
  ])
})

test('each number of a standard has one line', () => {
  const line = (id: string) => missing(id, 'Doors ring', 'no bell')
  expect(problems([line('1'), line('1'), line('9')], ['1', '2'])).toEqual([
    'Doors 1 has two lines',
    'Doors 2 has no line',
    'Doors 9 is no number of it',
  ])
})

test('the document says what is missing before it says the rest', () => {
  const text = complianceDocument([
    standardOf([met('1', 'Doors shut', by('a door is shut')), missing('2', 'Doors ring', 'no bell')]),
  ])
  expect(text).toContain('| Doors | 1 | 0 | 1 | 0 | 0 | 2 |')
  expect(text).toContain('| Doors | 2 | Doors ring | **missing**: no bell |')
  expect(text).toContain('| 1 | Doors shut | met | [src/doors.ts](../src/doors.ts) | “a door is shut…” in')
})
