import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import { adjusted, isSameWindowing, plainNumber, presetsOf, rangeOf, shownWindowing, windowingOf } from './windowing.ts'

test('brighter and darker, harder and softer undo each other', () => {
  const start = { center: 400, width: 1000 }
  const after = (...actions: ('brighter' | 'darker' | 'harder' | 'softer')[]) =>
    actions.reduce((windowing, action) => adjusted(windowing, action, false) ?? windowing, start)
  expect(after('brighter', 'darker')).toEqual(start)
  expect(after('softer', 'harder')).toEqual(start)
  expect(after('darker').center).toBeGreaterThan(start.center)
  expect(after('harder').width).toBeLessThan(start.width)
})

test('a window keeps all its values, and is shown with one decimal, or with three digits of its width', () => {
  expect(windowingOf(-3, 100.04)).toEqual({ center: 48.52, width: 103.04 })
  expect(shownWindowing(windowingOf(-3, 100.04))).toEqual({ center: 48.5, width: 103 })
  expect(shownWindowing({ center: 1.23456, width: 2.34567 })).toEqual({ center: 1.23, width: 2.35 })
  // A diffusion map in mm2/s, and one in m2/s.
  expect(shownWindowing({ center: 0.00151234, width: 0.0030678 })).toEqual({ center: 0.00151, width: 0.00307 })
  expect(shownWindowing({ center: 1.51234e-9, width: 3.0678e-9 })).toEqual({ center: 1.51e-9, width: 3.07e-9 })
})

test('a window far below one is made brighter and harder like any other', () => {
  const start = { center: 0.0015, width: 0.003 }
  expect(adjusted(start, 'brighter', false)).toEqual({ center: 0.00135, width: 0.003 })
  expect(adjusted(start, 'harder', false)).toEqual({ center: 0.0015, width: 0.00273 })
  expect(isSameWindowing(start, { center: 0.0015, width: 0.0015 })).toBe(false)
  // As returned by the graphics card.
  const { least, most } = rangeOf(start)
  expect(isSameWindowing(start, windowingOf(least, most))).toBe(true)
})

test('a number is written without an exponent, however small or large', () => {
  expect([0.0015, 3e-9, -1e-7, 1e21, 2000, -0].map((value) => plainNumber(value))).toEqual([
    ...['0.0015', '0.000000003', '-0.0000001', '1000000000000000000000', '2000', '0'],
  ])
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

test('places are counted from one, values to a tenth or three digits, and one image is one image', () => {
  expect(messages.place({ voxel: [0, 1, 2], of: [10, 20, 30], mm: [0, 0, 0], value: 5 })).toBe(
    'Axial 3 of 30, coronal 2 of 20, sagittal 1 of 10',
  )
  expect(messages.value(-120.26)).toBe('Value -120.3')
  expect(messages.value(-0.2648)).toBe('Value -0.265')
  expect(messages.value(7.4e-10)).toBe('Value 0.00000000074')
  // What a floating point volume may contain where nothing was measured.
  expect(messages.value(Number.NaN)).toBe('Value NaN')
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
