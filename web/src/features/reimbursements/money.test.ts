import { expect, test } from 'vitest'
import { dueOf, formatMoney } from './money.ts'

test.each([
  ['48', '$48.00'],
  ['48.5', '$48.50'],
  ['0.01', '$0.01'],
  ['0.29', '$0.29'],
  ['1234.56', '$1,234.56'],
  ['99999.99', '$99,999.99'],
])('%s is shown as %s', (amount, shown) => {
  expect(formatMoney(amount)).toBe(shown)
})

test.each([
  ['48.00', '0.00', '48.00'],
  ['0.30', '0.10', '0.20'],
  ['0.29', '0.00', '0.29'],
  ['1.10', '1.00', '0.10'],
  ['99999.99', '0.01', '99999.98'],
  ['48.00', '48.00', '0.00'],
])('of %s with %s paid, %s is due to the cent', (total, paid, due) => {
  expect(dueOf(total, paid)).toBe(due)
})

test('more paid than asked for is a debt, not a claim', () => {
  expect(formatMoney(dueOf('40.00', '48.00'))).toBe('-$8.00')
})
