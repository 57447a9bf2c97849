import { expect, test } from 'vitest'
import { stackOf } from './image-fixtures.ts'
import { groupNames, partName, stepName } from './part-words.ts'
import { groupsOf, mayPlay, partsOf } from './parts.ts'

/** A stack of three slices for each of several values. */
const repeated = (times: number, change: (time: number, n: number) => Record<string, unknown[]>) =>
  Array.from({ length: times }, (_, time) => stackOf(3, (n) => change(time + 1, n))).flat()
const named = (images: ReturnType<typeof stackOf>) =>
  partsOf(images).map((part) => [partName(part), part.images.length] as const)

test('a series whose slices lie side by side is one part, whatever differs from slice to slice', () => {
  const images = stackOf(6, (n) => ({ '00180086': [n], '00200012': [n], '00181060': [n * 80], '00080032': [`10${n}`] }))
  expect(named(images)).toEqual([['', 6]])
})

test('slices of one echo between those of another are two sets, though no two lie at one place', () => {
  const images = stackOf(6, (n) => ({ '00180086': [1 + (n % 2)], '00180081': [n % 2 ? 90 : 20] }))
  expect(named(images)).toEqual([
    ['echo 1 of 2 (20 ms)', 3],
    ['echo 2 of 2 (90 ms)', 3],
  ])
})

test('the stacks that a file names are a list each, at the same places or at others', () => {
  const named12 = [
    ['set of slices 1 of 2', 3],
    ['set of slices 2 of 2', 3],
  ]
  const [near, far] = ['1', '2'].map((stack) => stackOf(3, () => ({ '00209056': [stack] })))
  expect(named([...near!, ...far!])).toEqual(named12)
  const moved = far!.map((image) => ({ ...image, position: [0, 0, 300 + image.position![2]] as const }))
  expect(named([...near!, ...moved])).toEqual(named12)
  expect(named(stackOf(3, (n) => ({ '00209056': [String(n)] })))).toEqual([['', 3]])
})

test.each<[string, (time: number) => Record<string, unknown[]>, string[]]>([
  ['times', (n) => ({ '00200100': [n] }), ['time 1 of 3', 'time 2 of 3', 'time 3 of 3']],
  ['acquisitions', (n) => ({ '00200012': [n] }), ['acquisition 1 of 3', 'acquisition 2 of 3', 'acquisition 3 of 3']],
  ['phases', (n) => ({ '00181060': [n * 40] }), ['phase 1 of 3', 'phase 2 of 3', 'phase 3 of 3']],
  [
    'echoes',
    (n) => ({ '00180086': [n], '00180081': [n * 17] }),
    ['echo 1 of 3 (17 ms)', 'echo 2 of 3 (34 ms)', 'echo 3 of 3 (51 ms)'],
  ],
  [
    'inversion times',
    (n) => ({ '00180082': [n * 400] }),
    ['inversion time 400 ms', 'inversion time 800 ms', 'inversion time 1200 ms'],
  ],
  [
    'magnitude and phase',
    (n) => ({ '00080008': ['ORIGINAL', 'PRIMARY', ['M', 'P', 'ADC'][n - 1]] }),
    ['ADC images', 'magnitude', 'phase image'],
  ],
  ['nothing', () => ({}), ['repeat 1 of 3', 'repeat 2 of 3', 'repeat 3 of 3']],
])('what lies at one place more than once is told apart by %s', (_, change, names) => {
  expect(named(repeated(3, change))).toEqual(names.map((name) => [name, 3]))
})

test('a time of its own for every slice tears no volume, though slices lie at one place twice', () => {
  const images = repeated(2, (time, n) => ({ '00080032': [`1000${time}${n}`], '00181060': [time * 100 + n] }))
  expect(named(images)).toEqual([
    ['repeat 1 of 2', 3],
    ['repeat 2 of 2', 3],
  ])
})

test('diffusion is told apart by its b-value, and within it by its directions', () => {
  const images = repeated(3, (n) =>
    n === 1 ? { '00189087': [0], '00189089': [] } : { '00189087': [1000], '00189089': [n - 2, 3 - n, 0] },
  )
  const parts = partsOf(images)
  expect(parts.map(partName)).toEqual(['b-value 0', 'b-value 1000, direction 1 of 2', 'b-value 1000, direction 2 of 2'])
  const groups = groupsOf(parts)
  expect(groupNames(groups)).toEqual(['b-value 0', 'b-value 1000'])
  expect(groups[1]?.steps.map(stepName)).toEqual(['direction 1 of 2', 'direction 2 of 2'])
  expect(parts.some(mayPlay)).toBe(false)
})

test('what passes can be played: the phases of a beating heart at one place', () => {
  const images = stackOf(4, (n) => ({ '00200032': [0, 0, 0], '00181060': [n * 50] }))
  const parts = partsOf(images)
  expect(parts.map((part) => part.images.length)).toEqual([1, 1, 1, 1])
  expect(parts.every(mayPlay)).toBe(true)
  expect(groupsOf(parts)).toHaveLength(1)
})

test('a slice that was made twice takes the others with it once', () => {
  expect(named([...stackOf(4), ...stackOf(1, () => ({ '00080018': ['8.9'] }))])).toEqual([
    ['repeat 1 of 2', 4],
    ['repeat 2 of 2', 1],
  ])
})

const planes = [
  [1, 0, 0, 0, 1, 0],
  [1, 0, 0, 0, 0, -1],
  [0, 1, 0, 0, 0, -1],
]
test('of a localizer each plane is a part, and single slices of each are leafed through', () => {
  const localizer = repeated(3, (n) => ({ '00200037': planes[n - 1] ?? [] }))
  expect(named(localizer)).toEqual([
    ['axial', 3],
    ['coronal', 3],
    ['sagittal', 3],
  ])
  const tilted = [...repeated(2, (n) => ({ '00200037': [1, 0, 0, 0, Math.cos(n / 4), Math.sin(n / 4)] }))]
  expect(groupNames(groupsOf(partsOf(tilted)))).toEqual(['axial 1', 'axial 2'])
  expect(named(planes.flatMap((cosines) => stackOf(1, () => ({ '00200037': cosines }))))).toEqual([['', 3]])
})

test('captures, which lie nowhere, are one part', () => {
  expect(named(stackOf(4, () => ({ '00200037': [], '00200032': [] })))).toEqual([['', 4]])
  expect(partsOf([])).toEqual([])
})
