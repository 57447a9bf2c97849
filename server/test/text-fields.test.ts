import { email, line, longText, personName, reason, requiredLine } from '@fornix/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'

const name = requiredLine('Please enter a name', 5)
const controls = 'Please remove control characters'
const lines = 'Please remove line breaks and control characters'

test.each<[z.ZodType, unknown, string]>([
  [name, undefined, 'Please enter a name'],
  [name, ' \r\n ', 'Please enter a name'],
  [name, '\u0000 too long', 'Please use at most 5 characters'],
  [name, 'a\nb', lines],
  [line(), 'a\u0000', lines],
  [longText(), 'a\u0000\nb', controls],
  [reason, ' no ', 'Please give a reason, in 5 to 500 characters'],
  [personName('First name is required'), '', 'First name is required'],
  [
    personName('First name is required'),
    'www.x/y',
    'Please use only letters, spaces, hyphens, apostrophes and periods',
  ],
  [email('Invalid Email'), 'a'.repeat(300), 'Please use at most 254 characters'],
  [email('Invalid Email'), 'a@b', 'Invalid Email'],
])('one sentence for what is wrong: %$', (schema, typed, sentence) => {
  expect(schema.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test('what is wrong with a form as a whole is told beside a faulty text', () => {
  const Form = z.object({ name }).refine(() => false, 'Please choose one of both')
  const said = Form.safeParse({ name: '' }).error?.issues.map(({ message }) => message)
  expect(said).toEqual(['Please enter a name', 'Please choose one of both'])
})

test('a text is kept in one form, and its length is that of what is kept', () => {
  expect(name.parse('  Zoe\u0301  ')).toBe('Zoé')
  expect(name.parse(`${' '.repeat(20)}12345`)).toBe('12345')
  expect(longText().parse('a\r\nb\rc')).toBe('a\nb\nc')
})
