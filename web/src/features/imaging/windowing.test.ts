import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import { adjusted, presetsOf, rangeOf, windowingOf } from './windowing.ts'

test('brighter and darker, harder and softer undo each other', () => {
  const start = { center: 400, width: 1000 }
  const after = (...actions: ('brighter' | 'darker' | 'harder' | 'softer')[]) =>
    actions.reduce((windowing, action) => adjusted(windowing, action, false) ?? windowing, start)
  expect(after('brighter', 'darker')).toEqual(start)
  expect(after('softer', 'harder')).toEqual(start)
  expect(after('darker').center).toBeGreaterThan(start.center)
  expect(after('harder').width).toBeLessThan(start.width)
})

test('a window is written with one decimal, and is never narrower than one value', () => {
  expect(windowingOf(0, 0.25)).toEqual({ center: 0.1, width: 1 })
  expect(windowingOf(-3, 100.04)).toEqual({ center: 48.5, width: 103 })
})

test('the range of a window lies around its center, also below zero', () => {
  expect(rangeOf({ center: -100, width: 50 })).toEqual({ least: -125, most: -75 })
})

test('the presets are the one of the files, all values and half the width', () => {
  expect(
    presetsOf({ recorded: { center: 40, width: 80 }, full: { center: 2048, width: 4096 }, modality: 'MR' }),
  ).toEqual([
    { name: 'recorded', windowing: { center: 40, width: 80 } },
    { name: 'full', windowing: { center: 2048, width: 4096 } },
    { name: 'high', windowing: { center: 40, width: 40 } },
  ])
})

test('places are counted from one, values to a tenth, and one image is one image', () => {
  expect(messages.place({ voxel: [0, 1, 2], of: [10, 20, 30], mm: [0, 0, 0], value: 5 })).toBe(
    'Axial 3 of 30, coronal 2 of 20, sagittal 1 of 10',
  )
  expect(messages.value(-0.26)).toBe('Value -0.3')
  expect([messages.images(1), messages.images(0)]).toEqual(['1 image', '0 images'])
})

test('of CT there are windows for its tissues, also where the files ask for none', () => {
  expect(presetsOf({ modality: 'CT' })).toEqual([
    { name: 'brain', windowing: { center: 40, width: 80 } },
    { name: 'stroke', windowing: { center: 40, width: 40 } },
    { name: 'subdural', windowing: { center: 75, width: 215 } },
    { name: 'bone', windowing: { center: 600, width: 2800 } },
  ])
  expect(presetsOf({ modality: 'MR' })).toEqual([])
})
