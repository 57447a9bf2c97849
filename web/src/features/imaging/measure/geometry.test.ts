import { expect, test } from 'vitest'
import { angleBetween, areaOf, ellipseIn, lengthBetween, pixelsIn, statisticsOf } from './geometry.ts'

const square = { height: 1, width: 1 }
const tall = { height: 2, width: 0.5 }

test('a length is in millimeters of rows and columns, each with its own spacing', () => {
  const corner = { x: 10, y: 10 }
  expect(lengthBetween(corner, { x: 13, y: 14 }, square)).toBeCloseTo(5)
  expect(lengthBetween(corner, { x: 30, y: 10 }, tall)).toBeCloseTo(10)
  expect(lengthBetween(corner, { x: 10, y: 15 }, tall)).toBeCloseTo(10)
  // 3 mm across and 4 mm down, in either direction.
  expect(lengthBetween(corner, { x: 16, y: 12 }, tall)).toBeCloseTo(5)
  expect(lengthBetween({ x: 16, y: 12 }, corner, tall)).toBeCloseTo(5)
  expect(lengthBetween(corner, corner, tall)).toBe(0)
})

test('an angle is that of the body, not that of the pixels', () => {
  const corner = { x: 10, y: 10 }
  expect(angleBetween({ x: 20, y: 10 }, corner, { x: 10, y: 0 }, tall)).toBeCloseTo(90)
  expect(angleBetween({ x: 20, y: 10 }, corner, { x: 20, y: 0 }, square)).toBeCloseTo(45)
  // As many mm across as down: 4 columns of half a mm, 1 row of two.
  expect(angleBetween({ x: 20, y: 10 }, corner, { x: 14, y: 9 }, tall)).toBeCloseTo(45)
  expect(angleBetween({ x: 20, y: 10 }, corner, { x: 14, y: 11 }, tall)).toBeCloseTo(45)
  expect(angleBetween({ x: 20, y: 10 }, corner, { x: 0, y: 10 }, square)).toBeCloseTo(180)
  expect(angleBetween({ x: 20, y: 10 }, corner, { x: 30, y: 10 }, square)).toBeCloseTo(0)
  expect(angleBetween(corner, corner, { x: 30, y: 10 }, square)).toBeUndefined()
})

test.each([
  [
    [2, 3],
    [8, 7],
  ],
  [
    [8, 7],
    [2, 3],
  ],
  [
    [2, 7],
    [8, 3],
  ],
  [
    [8, 3],
    [2, 7],
  ],
] as const)('an ellipse is the same from whichever corner its box is drawn: %s to %s', ([x, y], [a, b]) => {
  const ellipse = ellipseIn({ x, y }, { x: a, y: b })
  expect(ellipse).toEqual({ center: { x: 5, y: 5 }, across: 3, down: 2 })
  expect(areaOf(ellipse, square)).toBeCloseTo(Math.PI * 6)
  expect(areaOf(ellipse, tall)).toBeCloseTo(Math.PI * 6)
  expect(areaOf(ellipse, { height: 2, width: 2 })).toBeCloseTo(Math.PI * 24)
})

test('the pixels of an ellipse are those whose middle lies in it, and none beside the picture', () => {
  const size = { rows: 10, columns: 10 }
  const pixels = (a: number, b: number) => [...pixelsIn(ellipseIn({ x: a, y: a }, { x: b, y: b }), size)]
  expect(pixels(3, 4)).toEqual([{ column: 3, row: 3 }])
  expect(pixels(3.6, 3.9)).toEqual([])
  expect(pixels(3, 3)).toEqual([])
  // Two by two: the middles are at 0.71 of the radius.
  expect(pixels(3, 5)).toHaveLength(4)
  // Three by three, with its corners at 0.94 of the radius.
  expect(pixels(3, 6)).toHaveLength(9)
  expect(pixels(3, 7)).toHaveLength(12)
  expect(pixels(-40, 50)).toHaveLength(100)
  expect(pixels(9, 12).every(({ column, row }) => column < 10 && row < 10)).toBe(true)
  const line = ellipseIn({ x: 2, y: 5 }, { x: 8, y: 5 })
  expect([areaOf(line, square), [...pixelsIn(line, size)]]).toEqual([0, []])
  // A large disk has as many pixels as its area predicts.
  const disk = ellipseIn({ x: 10, y: 10 }, { x: 190, y: 110 })
  const count = [...pixelsIn(disk, { rows: 200, columns: 200 })].length
  expect(Math.abs(count / areaOf(disk, square) - 1)).toBeLessThan(0.002)
})

test('statistics are those of all values, and there are none of none', () => {
  expect(statisticsOf([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ count: 8, mean: 5, deviation: 2, least: 2, most: 9 })
  expect(statisticsOf([-1000])).toEqual({ count: 1, mean: -1000, deviation: 0, least: -1000, most: -1000 })
  // Far from zero, no precision is lost.
  expect(statisticsOf([1e9, 1e9 + 2])?.deviation).toBe(1)
  expect(statisticsOf([])).toBeUndefined()
})
