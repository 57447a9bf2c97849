import { expect, test } from 'vitest'
import { dayInWords } from '../../ui/display/days.ts'
import { studyDate, studyFormDate, studyListDate, studyTime } from './study-dates.ts'

test('study dates and times are written as the specification says', () => {
  expect(studyDate('20260214')).toBe('02/14/2026')
  expect(studyListDate('20260214')).toBe('02-14-2026')
  expect(studyFormDate('20260214')).toBe('2026-02-14')
  expect(studyTime('093015')).toBe('09-30-15')
})

test('readers of another language see day and time as they write them', () => {
  expect(studyListDate('20260314', 'es-US')).toBe('14 mar 2026')
  expect(studyTime('143015', 'es-US').replaceAll(/\s/g, ' ')).toBe('2:30 p.m.')
})

test.each(['00000000', '20260000', '20261399', '20260231'])(
  '%j is no day, and is written as digits in any language',
  (digits) => {
    expect(studyListDate(digits, 'es-US')).toBe(studyListDate(digits, 'en-US'))
  },
)

test('a date that a device did not send is a dash, wherever it is shown', () => {
  for (const write of [studyDate, studyListDate, studyFormDate]) expect(write('')).toBe('–')
})

test.each(['2026', '2026-02-14', '2026021a', '202602145'])('%j is no study date', (digits) => {
  expect(studyDate(digits)).toBe('Invalid date format. Expected format: YYYYMMDD.')
})

test.each([
  ['20260910', 'Sep 10, 2026'],
  ['2027-11-21', 'Nov 21, 2027'],
  ['20261399', ''],
  ['20260231', ''],
  ['', ''],
])('%j in words is “%s”', (day, words) => {
  expect(dayInWords(day)).toBe(words)
})
