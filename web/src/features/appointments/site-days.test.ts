import { addDays, dayName, siteDay, siteTime, zoneName } from '@fornix/contract'
import { expect, test } from 'vitest'
import { byDay, lastOf, monthName, monthOf } from './site-days.ts'

const slot = (start: string) => ({ start, end: start })
const zone = 'America/New_York'
const noBreaks = (text: string) => text.replaceAll('\u00a0', ' ')

test('times and days are those of the site, whatever zone this machine has', () => {
  expect(siteTime('2026-11-25T15:30:00Z', zone)).toBe('10:30 AM')
  expect(siteDay('2026-11-26T03:30:00Z', zone)).toBe('2026-11-25')
  expect(dayName('2026-11-25')).toBe('Wednesday, November 25')
  expect(zoneName(zone)).toBe('Eastern Time')
  expect([...byDay([slot('2026-11-26T03:30:00Z'), slot('2026-11-26T15:30:00Z')], zone).keys()]).toEqual([
    '2026-11-25',
    '2026-11-26',
  ])
})

test('of two equal clock times on the night in which clocks go back, each says which it is, in either language', () => {
  const times = ['04:59', '05:00', '05:30', '06:30', '07:00'].map((time) => `2026-11-01T${time}:00Z`)
  const night = (locale?: string) => times.map((at) => siteTime(at, zone, locale))
  expect(night()).toEqual(['12:59 AM', '1:00 AM EDT', '1:30 AM EDT', '1:30 AM EST', '2:00 AM'])
  expect(night('es-US').map(noBreaks)).toEqual([
    '12:59 a.m.',
    '1:00 a.m. EDT',
    '1:30 a.m. EDT',
    '1:30 a.m. EST',
    '2:00 a.m.',
  ])
  expect(siteTime('2026-03-08T07:00:00Z', zone)).toBe('3:00 AM')
  expect(siteTime('2026-11-01T08:30:00Z', 'America/Phoenix')).toBe('1:30 AM')
})

test('months and days go on across their ends', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(monthOf('2026-12-31', 2)).toBe('2027-02-01')
  expect(lastOf('2028-02-01')).toBe('2028-02-29')
  expect(monthName('2026-11-25')).toBe('November 2026')
})

test('a day goes on by days, also where a day of the site has 23 or 25 hours', () => {
  expect(addDays('2032-03-13', 1)).toBe('2032-03-14')
  expect(addDays('2032-03-14', 1)).toBe('2032-03-15')
  expect(addDays('2032-11-07', 1)).toBe('2032-11-08')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

test('the times of a day keep their order, and none of another day is among them', () => {
  const slots = ['2032-03-08T15:00:00Z', '2032-03-08T15:30:00Z', '2032-03-09T04:30:00Z', '2032-03-09T05:00:00Z'].map(
    slot,
  )
  const days = byDay(slots, zone)
  const times = (day: string) => days.get(day)?.map(({ start }) => siteTime(start, zone))
  expect(times('2032-03-08')).toEqual(['10:00 AM', '10:30 AM', '11:30 PM'])
  expect(times('2032-03-09')).toEqual(['12:00 AM'])
})
