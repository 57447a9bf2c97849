import { expect, test } from 'vitest'
import { issuesOf } from './usual.ts'

const series = {
  scanner: 'A',
  description: 'T1',
  images: 30,
  slices: 30,
  missing_slices: 0,
  has_uneven_spacing: false,
  spacing_mm: 5,
  snr: 20,
  motion_mm: null,
}
const unknown = { snr: [], motion_mm: [] }
const steady = [20, 21, 19, 20, 20, 22, 18, 20]

test('what is missing or uneven is said without any history', () => {
  expect(issuesOf(series, unknown)).toEqual([])
  expect(issuesOf({ ...series, missing_slices: 2, has_uneven_spacing: true }, unknown)).toEqual([
    'missing_slices',
    'uneven_spacing',
  ])
})

test('little signal is what is little for this scanner, once it has a history', () => {
  const weak = { ...series, snr: 12 }
  expect(issuesOf(weak, unknown)).toEqual([])
  expect(issuesOf(weak, { snr: steady.slice(1), motion_mm: [] })).toEqual([])
  expect(issuesOf(weak, { snr: steady, motion_mm: [] })).toEqual(['low_signal'])
  expect(issuesOf({ ...series, snr: 16.5 }, { snr: steady, motion_mm: [] })).toEqual([])
  expect(issuesOf(weak, { snr: [8, 12, 14, 20, 24, 11, 16, 13], motion_mm: [] })).toEqual([])
})

test('motion is what is more than usual, and 3 mm for a scanner without history', () => {
  const moved = (motion_mm: number) => ({ ...series, motion_mm })
  expect(issuesOf(moved(2.9), unknown)).toEqual([])
  expect(issuesOf(moved(3.1), unknown)).toEqual(['motion'])
  const still = { snr: [], motion_mm: [0.1, 0.2, 0.1, 0.2, 0.1, 0.2, 0.1, 0.2] }
  expect(issuesOf(moved(1.1), still)).toEqual([])
  expect(issuesOf(moved(1.3), still)).toEqual(['motion'])
})
