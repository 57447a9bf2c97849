import { expect, test } from 'vitest'
import { phoneLink } from './phone-link.ts'

test.each([
  ['(617) 555-0100', 'tel:6175550100'],
  ['+1 617 555 0100', 'tel:+16175550100'],
  ['617-555-0100 ext. 12', 'tel:6175550100'],
  ['617-555-0100 x12', 'tel:6175550100'],
  ['Tel. 617-555-0100, ask for Ana', 'tel:6175550100'],
])('%s is called at %s', (phone, address) => {
  expect(phoneLink(phone)).toBe(address)
})
