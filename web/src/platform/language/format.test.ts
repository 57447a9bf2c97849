import { expect, test, vi } from 'vitest'
import { formatterOf } from './format.ts'

test('what numbers and plurals need is made with the first of them, and once', () => {
  const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'PluralRules')]
  const counts = () => made.map(({ mock }) => mock.calls.length)
  const format = formatterOf('en-US')
  expect(format(['Hello ', ['name']], { name: 'Ana' })).toBe('Hello Ana')
  expect(counts()).toEqual([0, 0])
  const files = [['count', 'plural', { one: ['#', ' file'], other: ['#', ' files'] }]] as const
  expect([1, 1200].map((count) => format(files, { count }))).toEqual(['1 file', '1,200 files'])
  expect(counts()).toEqual([1, 1])
})
