import { expect, test } from 'vitest'
import { testScans } from '../../testing/scans.ts'
import { type Course, courseOf, courseOfVisit } from './course.ts'

const marks = { done: '+', current: '>', ahead: '-', stopped: 'x' }
const written = ({ steps }: Course) => steps.map(({ name, day, state }) => `${marks[state]} ${name} ${day}`.trim())
const scanned = '+ Scanned Feb 14, 2026'
const images = '+ Images ready Feb 15, 2026'
const asked = '+ Access requested Feb 20, 2026'

test.each<[keyof typeof testScans, string[], Course['who'], RegExp]>([
  ['none', ['> Images ready Feb 15, 2026', '- Access requested', '- Images open to you'], 'you', /^Request access/],
  ['storing', ['> Storing images', '- Access requested', '- Images open to you'], 'clinic', /^We are storing/],
  ['pending', [images, '> Access requested Feb 20, 2026', '- Images open to you'], 'clinic', /2-3 business days/],
  ['open', [images, asked, '> Open until Dec 31, 2032'], 'you', /until Dec 31, 2032\.$/],
  ['declined', [images, asked, 'x Access declined Feb 22, 2026'], 'you', /^Request access again/],
  [
    'revoked',
    [images, asked, '+ Images were open to you', 'x Access taken back Feb 22, 2026'],
    'you',
    /^Request access again/,
  ],
  [
    'expired',
    [images, asked, '+ Images were open to you Feb 22, 2026', 'x Access ended Mar 1, 2026'],
    'you',
    /^Request access again/,
  ],
])('the way of a scan: %s', (state, steps, who, next) => {
  const course = courseOf(testScans[state], false)
  expect(written(course)).toEqual([scanned, ...steps])
  expect(course).toMatchObject({ who, next: expect.stringMatching(next) })
})

test('who declines or takes back gives a reason, which is told', () => {
  expect(courseOf(testScans.declined, false).reason).toBe('No signature')
  expect(courseOf(testScans.revoked, false).reason).toBe('Asked to')
  expect(courseOf(testScans.open, false).reason).toBe('')
})

test('what is open without images waits for them', () => {
  const course = courseOf({ ...testScans.open, seriesId: '' }, false)
  expect(written(course)).toEqual([scanned, asked, '> Storing images', '- Open until Dec 31, 2032'])
  expect(course.who).toBe('clinic')
})

test('a scan at a visit that was booked here begins with the booking', () => {
  expect(written(courseOf(testScans.none, true))[0]).toBe('+ Booked')
})

test('before the first scan the whole way is ahead', () => {
  const course = courseOfVisit('Nov 25, 2026')
  expect(written(course)).toEqual([
    '> Booked Nov 25, 2026',
    '- Scanned',
    '- Images ready',
    '- Access requested',
    '- Images open to you',
  ])
  expect(course.next).toContain('Nov 25, 2026')
})
