import { refusalGrounds } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testScans } from '../../testing/scans.ts'
import { type Course, courseOf, courseOfVisit } from './scan-progress.ts'

const marks = { done: '+', current: '>', ahead: '-', stopped: 'x' }
const written = ({ steps }: Course) => steps.map(({ name, day, state }) => `${marks[state]} ${name} ${day}`.trim())
const scanned = '+ Scanned Feb 14, 2026'
const images = '+ Images ready Feb 15, 2026'
const asked = '+ Access requested Feb 20, 2026'

test.each<[keyof typeof testScans, string[], Course['who'], RegExp]>([
  [
    'none',
    ['> Images ready Feb 15, 2026', '- Access requested', '- Images available to you'],
    'you',
    /^Request access/,
  ],
  ['storing', ['> Storing images', '- Access requested', '- Images available to you'], 'clinic', /^We are storing/],
  ['pending', [images, '> Access requested Feb 20, 2026', '- Images available to you'], 'clinic', /2-3 business days/],
  ['open', [images, asked, '> Available until Dec 31, 2032'], 'you', /until Dec 31, 2032\.$/],
  ['own', [images, '> Images available to you'], 'you', /at any time/],
  ['declined', [images, asked, 'x Access declined Feb 22, 2026'], 'you', /^Request access again/],
  [
    'revoked',
    [images, asked, '+ Images were available to you', 'x Access revoked Feb 22, 2026'],
    'you',
    /^Request access again/,
  ],
  [
    'expired',
    [images, asked, '+ Images were available to you Feb 22, 2026', 'x Access ended Mar 1, 2026'],
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

test('whoever did not ask reads no reason, and whom to ask', () => {
  for (const state of ['declined', 'revoked'] as const)
    expect(courseOf({ ...testScans[state], asked_by_other: true, reason: '', ground: null }, false)).toMatchObject({
      notes: ['We gave our reason to the person who asked. To learn more, ask the clinic.'],
      reason: '',
    })
  expect(courseOf({ ...testScans.open, asked_by_other: true }, false).notes).toEqual([])
})

test('who waits reads the latest day, and why it was put off; what is late says so', () => {
  const waiting = { ...testScans.pending, answer_by: '2026-03-22' }
  expect(courseOf(waiting, false)).toMatchObject({
    notes: [],
    reason: '',
    who: 'clinic',
    next: 'We usually answer within 2-3 business days, and by Mar 22, 2026 at the latest.',
  })
  expect(courseOf({ ...waiting, is_extended: true, extension_reason: 'Tapes are missing' }, false)).toMatchObject({
    notes: ['We need more time to answer the request.', 'We will answer by Mar 22, 2026 at the latest.'],
    reason: 'Tapes are missing',
    who: 'clinic',
    next: 'There is nothing you need to do.',
  })
  expect(courseOf({ ...waiting, is_late: true }, false)).toMatchObject({
    notes: ['Our answer was due on Mar 22, 2026. It is late, and we are sorry.'],
    who: 'you',
  })
  expect(courseOf(testScans.pending, false).notes).toEqual([])
})

test('a decline says its ground; an answer that came after an extension does not speak of it', () => {
  const declined = { ...testScans.declined, ground: 'danger', extension_reason: 'Tapes are missing' } as const
  expect(courseOf(declined, false)).toMatchObject({ notes: [refusalGrounds.danger.text], reason: 'No signature' })
  expect(courseOf({ ...testScans.open, extension_reason: 'Tapes are missing' }, false)).toMatchObject({
    notes: [],
    reason: '',
  })
})

test('what is open without images waits for them', () => {
  const course = courseOf({ ...testScans.open, seriesId: '' }, false)
  expect(written(course)).toEqual([scanned, asked, '> Storing images', '- Available until Dec 31, 2032'])
  expect(course.who).toBe('clinic')
})

test('what the clinic opened without a request, and closed, names no request and no last day', () => {
  const storing = courseOf({ ...testScans.own, seriesId: '' }, false)
  expect(written(storing)).toEqual([scanned, '> Storing images', '- Images available to you'])
  const closed = courseOf({ ...testScans.revoked, requested_at: null, access_until: null }, false)
  expect(written(closed)).toEqual([scanned, images, '+ Images were available to you', 'x Access revoked Feb 22, 2026'])
  expect(closed.next).toMatch(/^Request access to see the images/)
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
    '- Images available to you',
  ])
  expect(course.next).toContain('Nov 25, 2026')
})
