import { readMonthsIn, typedDay } from '@fornix/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { typedForm } from './TypedDayField.tsx'

const today = new Date('2026-11-23T12:00:00Z')

test.each([
  ['11/21/2026', '2026-11-21'],
  [' 11-21-26 ', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['11.21.2026', '2026-11-21'],
  ['11212026', '2026-11-21'],
  ['21 Nov 2026', '2026-11-21'],
  ['November 21st, 2026', '2026-11-21'],
  ['nov. 21, 2026', '2026-11-21'],
  ['1/2/26', '2026-01-02'],
  // The current century, and the day first if it can only be that.
  ['1/2/27', '1927-01-02'],
  ['21/11/2026', '2026-11-21'],
])('%s is a day', (typed, day) => {
  expect(typedDay(typed, today)).toBe(day)
})

test.each(['', '11/21', '2/30/2026', '13/32/2026', 'Foo 21, 2026', '11/21/2026 at noon', '11/21/202'])(
  '%s is none',
  (typed) => {
    expect(typedDay(typed, today)).toBeUndefined()
  },
)

describe('for those who read Spanish', () => {
  beforeAll(() => readMonthsIn('es-US'))

  test.each([
    ['3 de mayo de 1980', '1980-05-03'],
    ['3 de Mayo del 1980', '1980-05-03'],
    ['3 mayo 1980', '1980-05-03'],
    ['mayo 3, 1980', '1980-05-03'],
    ['Mayo 3 de 1980', '1980-05-03'],
    ['1.º de enero de 2026', '2026-01-01'],
    ['1ro enero 2026', '2026-01-01'],
    ['3-ene-26', '2026-01-03'],
    ['15/sept./2025', '2025-09-15'],
    ['31 dic. 2025', '2025-12-31'],
    // As before: the month comes first.
    ['1/2/26', '2026-01-02'],
    ['April 17, 1986', '1986-04-17'],
  ])('%s is a day', (typed, day) => {
    expect(typedDay(typed, today)).toBe(day)
  })

  test.each(['mayo 3', '3 de mayo', '31 de junio de 2020', '3 de brumario de 1980', '3 de ma de 1980', '3 de de 1980'])(
    '%s is none',
    (typed) => {
      expect(typedDay(typed, today)).toBeUndefined()
    },
  )
})

test('a day that is shown to be corrected is one that is understood', () => {
  expect(typedDay(typedForm('2026-03-09'))).toBe('2026-03-09')
  expect(typedForm(null)).toBe('')
})
