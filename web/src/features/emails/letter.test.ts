import { expect, test } from 'vitest'
import { formatSize, sum } from '../../ui/display/sizes.ts'
import { bodyOf, emptyLetter, validateLetter } from './letter.ts'

const letter = { ...emptyLetter('ana@x.example'), subject: 'Your scan', message: 'See you on Monday.' }

test('a letter to the patient with subject and message can be sent', () => {
  expect(validateLetter(letter)).toEqual({})
})

test.each([
  ['to_email', '', 'Invalid email(s) in To field'],
  ['cc', 'ana@x.example, nobody', 'Invalid email(s) in CC field'],
  ['bcc', 'ana@', 'Invalid email(s) in BCC field'],
  ['subject', '   ', 'Subject is required'],
  ['message', '\n', 'Message is required'],
])('the field %s with “%s” reads “%s”', (name, value, sentence) => {
  expect(validateLetter({ ...letter, [name]: value })).toEqual({ [name]: sentence })
})

test('gaps of a template in subject and message are named, each once; an empty message comes first', () => {
  expect(validateLetter({ ...letter, subject: 'On [date]', message: 'On [date] at [time]' })).toEqual({
    message: 'Please fill in [date], [time]',
  })
  expect(validateLetter({ ...letter, subject: 'On [date]', message: '' })).toEqual({ message: 'Message is required' })
})

test('documents of the record go as a list of their ids, never as names', () => {
  const documents = [{ file_id: 'f-1', file_name: 'Plan.pdf', size: 10 }]
  expect(bodyOf({ ...letter, documents })).toEqual({
    to_email: 'ana@x.example',
    cc: '',
    bcc: '',
    subject: 'Your scan',
    message: 'See you on Monday.',
    attachments: '["f-1"]',
  })
})

test.each([
  [0, '0.0 MB'],
  [1, '1 KB'],
  [1536, '2 KB'],
  [104_857, '102 KB'],
  [104_858, '0.1 MB'],
  [3_355_443, '3.2 MB'],
])('%i bytes read “%s”', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})

test('the sizes of all attachments are added up', () => {
  expect(sum([{ size: 10 }, { size: 5 }])).toBe(15)
  expect(sum([])).toBe(0)
})
