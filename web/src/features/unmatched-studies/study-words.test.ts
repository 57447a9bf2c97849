import { expect, test } from 'vitest'
import { messages } from './messages.ts'
import { birthDate, dicomName } from './study-words.ts'

test.each([
  ['Rivera^Ana', 'Rivera, Ana'],
  ['Rivera^Ana^Maria', 'Rivera, Ana Maria'],
  ['Rivera', 'Rivera'],
  ['^Ana', 'Ana'],
  [' Rivera ^ Ana ', 'Rivera, Ana'],
  ['Yamada^Tarou=山田^太郎', 'Yamada, Tarou'],
  ['=山田^太郎', '山田, 太郎'],
  ['', ''],
  ['^^^', ''],
])('the DICOM name %j is read as %j', (name, shown) => {
  expect(dicomName(name)).toBe(shown)
})

test.each([
  ['19860417', '04-17-1986'],
  ['1986', '1986'],
  ['198604XX', '198604XX'],
  ['', ''],
])('the birth date %j is read as %j', (digits, shown) => {
  expect(birthDate(digits)).toBe(shown)
})

test('one scan waits, two scans wait', () => {
  expect(messages.count(1)).toBe('1 scan needs a decision')
  expect(messages.count(2)).toBe('2 scans need a decision')
})
