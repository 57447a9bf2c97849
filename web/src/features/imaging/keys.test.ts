import { expect, test } from 'vitest'
import { actionOf, commands, sliceActions } from './keys.ts'
import { adjusted, presetsOf, rangeOf, windowingOf } from './windowing.ts'

const pressed = (key: string, more: Partial<Parameters<typeof actionOf>[0]> = {}) =>
  actionOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more })

test('every command has a key of its own and is found by it', () => {
  expect(new Set(commands.map(({ key }) => key)).size).toBe(commands.length)
  for (const { action, key } of commands) {
    const shiftKey = key.startsWith('Shift+')
    expect(pressed(key.replace('Shift+', ''), { shiftKey })).toBe(action)
  }
  expect(sliceActions.every((action) => commands.some((command) => command.action === action))).toBe(true)
})

test('capitals count, Shift picks another arrow, and the keys of browser and system stay theirs', () => {
  expect(pressed('R', { shiftKey: true })).toBe('reset')
  expect(pressed('+', { shiftKey: true })).toBe('brighter')
  expect(pressed('ArrowUp', { shiftKey: true })).toBe('up')
  for (const held of ['ctrlKey', 'altKey', 'metaKey']) expect(pressed('r', { [held]: true })).toBeUndefined()
  expect(pressed('Tab')).toBeUndefined()
})

test('a window is a center and a width, and steps of it never turn it round', () => {
  expect(rangeOf({ center: 1000, width: 2000 })).toEqual({ least: 0, most: 2000 })
  expect(windowingOf(0, 2000)).toEqual({ center: 1000, width: 2000 })
  expect(adjusted({ center: 1000, width: 2000 }, 'brighter', false)).toEqual({ center: 900, width: 2000 })
  expect(adjusted({ center: 1000, width: 2000 }, 'softer', false)).toEqual({ center: 1000, width: 2200 })
  expect(adjusted({ center: 1000, width: 2000 }, 'brighter', true)).toEqual({ center: 1100, width: 2000 })
  let narrow = { center: 5, width: 3 }
  for (let n = 0; n < 50; n++) narrow = adjusted(narrow, 'harder', false)!
  expect(narrow.width).toBeGreaterThan(0)
  expect(narrow.width).toBeLessThan(0.03)
  expect(adjusted(narrow, 'next', false)).toBeUndefined()
  expect(presetsOf({ recorded: { center: 10, width: 20 }, modality: 'MR' }).map(({ name }) => name)).toEqual([
    'recorded',
    'high',
  ])
})
