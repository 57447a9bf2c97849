import { expect, test } from 'vitest'
import { phoneOf } from '../../clinic/records/patient-identity.ts'
import { testPatient } from '../../testing/patients.ts'
import { addressOf } from '../../ui/display/postal-address.ts'
import { messages } from './messages.ts'
import { contactValues, studyForm, studyValues, yesNoOf } from './sections.ts'
import { staffMessages } from './staff-messages.ts'

const addressWith = (part: Partial<typeof testPatient>) => addressOf(contactValues({ ...testPatient, ...part }))

test.each([
  ['a house without a second line', {}, '12 Harbor St, Boston, MA 02110'],
  ['an apartment', { address_2: 'Apt 4' }, '12 Harbor St, Apt 4, Boston, MA 02110'],
  ['a city alone', { address_1: '', state: '', zip_code: '' }, 'Boston'],
  ['a state without a code', { zip_code: '' }, '12 Harbor St, Boston, MA'],
  ['nothing', { address_1: '', city: '', state: '', zip_code: '' }, ''],
])('the address of %s stands in one line', (_, part, line) => {
  expect(addressWith(part)).toBe(line)
})

test.each([
  ['5550102345', '(555) 010-2345'],
  ['555010234', '555010234'],
  ['+15550102345', '+15550102345'],
  ['', ''],
])('the number %j is read as %j', (stored, shown) => {
  expect(phoneOf(stored)).toBe(shown)
})

test.each([
  ['Y', 'Yes'],
  ['N', 'No'],
  ['', ''],
  ['unclear', 'unclear'],
])('the answer %j is read as %j', (stored, shown) => {
  expect(yesNoOf(stored)).toBe(shown)
})

test('an empty MRN number stops the form only of who may write it', () => {
  const values = { ...studyValues(testPatient), mrn_number: '' }
  expect(studyForm(true).safeParse(values).success).toBe(false)
  expect(studyForm(false).safeParse(values).success).toBe(true)
})

test.each([
  [0, 'Good morning, Amara'],
  [11, 'Good morning, Amara'],
  [12, 'Good afternoon, Amara'],
  [17, 'Good afternoon, Amara'],
  [18, 'Good evening, Amara'],
  [23, 'Good evening, Amara'],
])('at %i o’clock the greeting is %s', (hour, greeting) => {
  expect(messages.home.greeting(hour, 'Amara')).toBe(greeting)
})

test('who is not known by name yet is greeted without one', () => {
  expect(messages.home.greeting(9, '')).toBe('Good morning')
})

test('a single patient is one patient', () => {
  expect(staffMessages.list.range(1, 1, 1)).toBe('1 patient')
  expect(staffMessages.list.total(2)).toBe('2 patients')
})
