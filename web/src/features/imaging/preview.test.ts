import { expect, test } from 'vitest'
import { stackOf } from './image-fixtures.ts'
import { previewOf as previewIn } from './preview.ts'
import type { Layout, Place } from './scene-state.ts'

const large = { '00280010': [256], '00280011': [256] }
type Tags = Record<string, unknown[]>
const partOf = (count: number, change: (n: number) => Tags = () => ({})) => ({
  images: stackOf(count, (n) => ({ ...large, ...change(n) })),
  labels: [],
})
const previewOf = (part: Parameters<typeof previewIn>[0], count: number, layout: Layout, place?: Place) =>
  previewIn(part, { count, layout, place })?.image
const ct = '1.2.840.10008.5.1.4.1.1.2'

test.each<[string, number, (n: number) => Tags, instance: string]>([
  ['from the feet', 100, () => ({}), '8.51'],
  ['from the head', 100, (n) => ({ '00200032': [-100, -100, -n * 5] }), '8.50'],
  ['from the front', 100, (n) => ({ '00200037': [1, 0, 0, 0, 0, -1], '00200032': [-100, n * 5, 100] }), '8.50'],
  [
    'from the left, turned as planes are',
    100,
    (n) => ({ '00200037': [0, -1, 0, 0, 0, -1], '00200032': [-n * 5, 100, 100] }),
    '8.51',
  ],
  ['an odd number', 101, () => ({}), '8.51'],
  [
    'tilted',
    100,
    (n) => ({
      '00200037': [1, 0, 0, 0, Math.cos(0.4), Math.sin(0.4)],
      '00200032': [0, -Math.sin(0.4) * n * 5, Math.cos(0.4) * n * 5],
    }),
    '8.51',
  ],
])('the preview is the slice with which planes open: numbered %s', (_, count, change, instance) => {
  expect(previewOf(partOf(count, change), count, 'planes')?.instance).toBe(instance)
})

test.each<[string, number[], across: number, down: number, letters: string]>([
  ['as planes are', [0, -1, 0, 0, 0, -1], 1, 1, 'PAHF'],
  ['with the face to the left', [0, 1, 0, 0, 0, -1], -1, 1, 'PAHF'],
  ['upside down', [0, -1, 0, 0, 0, 1], 1, -1, 'PAHF'],
  ['mirrored', [-1, 0, 0, 0, 1, 0], -1, 1, 'RLAP'],
  ['with the face down', [-1, 0, 0, 0, -1, 0], -1, -1, 'RLAP'],
])('a slice %s is turned over as planes will turn it', (_, cosines, across, down, letters) => {
  const isAxial = letters.startsWith('RL')
  const part = partOf(100, (n) => ({ '00200037': cosines, '00200032': isAxial ? [0, 0, n * 5] : [n * 5, 0, 0] }))
  const { edges, ...shown } = previewIn(part, { count: 100, layout: 'planes', place: undefined }) ?? {}
  expect(shown).toMatchObject({ across, down })
  expect(edges && edges.left + edges.right + edges.top + edges.bottom).toBe(letters)
})

test.each<[string, (n: number) => Tags]>([
  ['lying on its side', () => ({ '00200037': [0, 1, 0, 1, 0, 0] })],
  ['leaning, as a gantry does', (n) => ({ '00080016': [ct], '00200032': [-100, -100 + n, n * 5] })],
  ['with no direction', () => ({ '00200037': [] })],
])('there is no preview of slices that planes draw in another way: %s', (_, change) => {
  expect(previewOf(partOf(100, change), 100, 'planes')).toBeUndefined()
})

test('there is none where little has to come; what counts is all that does', () => {
  const small = { images: stackOf(36), labels: [] }
  expect(previewOf(small, 36, 'planes')).toBeUndefined()
  expect(previewOf(small, 3600, 'planes')).toBeDefined()
  expect(previewOf(partOf(100), 1, 'planes')).toBeDefined()
  expect(previewOf(partOf(1), 1, 'planes')).toBeUndefined()
})

test('there is none in a view that will show something else', () => {
  expect(previewOf(partOf(100), 100, 'axial')).toBeDefined()
  for (const layout of ['coronal', 'sagittal', 'solid'] as const)
    expect(previewOf(partOf(100), 100, layout)).toBeUndefined()
})

test('after another series it is the slice at the place that was gone to there', () => {
  const at = (voxel: Place['voxel']): Place => ({ voxel, of: [10, 10, 10], mm: [0, 0, 0], value: 0 })
  expect(previewOf(partOf(100), 100, 'planes', at([5, 5, 0]))?.instance).toBe('8.6')
  expect(previewOf(partOf(100), 100, 'planes', at([5, 5, 9]))?.instance).toBe('8.96')
  const coronal = partOf(100, (n) => ({ '00200037': [1, 0, 0, 0, 0, -1], '00200032': [-100, n * 5, 100] }))
  expect(previewOf(coronal, 100, 'planes', at([5, 9, 5]))?.instance).toBe('8.5')
})
