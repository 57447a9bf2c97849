import { expect, test } from 'vitest'
import { parseAddress, parseAddressList, parseSender } from './address.ts'

test.each([
  'ana@x.example\r\nBcc: victim@y.example',
  'ana@x.example\n',
  'ana@x.example, victim@y.example',
  '"ana@x.example victim"@y.example',
  '"a b"@x.example',
  'ana(comment)@x.example',
  'Ana <ana@x.example>',
  '<ana@x.example>',
  ' ana@x.example',
  'ana@x.example;victim@y.example',
  'ana@[127.0.0.1]',
  'ana@localhost',
  'group:ana@x.example;',
  'ana\u0000@x.example',
  `${'a'.repeat(65)}@x.example`,
  `a@${'x.'.repeat(130)}example`,
  '',
])('%j is not one bare address', (text) => {
  expect(parseAddress(text)).toBeNull()
})

test.each(["o'neil+mri@x.example", 'ana.rivera@sub.x-ray.example', `${'a'.repeat(64)}@x.example`])(
  '%j is one bare address',
  (text) => {
    expect(parseAddress(text)).toBe(text)
  },
)

test('a list keeps each address once and its order', () => {
  expect(parseAddressList('b@x.example, a@x.example,\tB@X.example,')).toEqual(['b@x.example', 'a@x.example'])
  expect(parseAddressList(' ')).toEqual([])
})

test('one wrong address refuses the whole list', () => {
  expect(parseAddressList('a@x.example, b@x.example\r\nBcc: v@y.example')).toBeNull()
})

test('a list longer than allowed is refused', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `p${i}@x.example`).join(',')
  expect(parseAddressList(many(50))).toHaveLength(50)
  expect(parseAddressList(many(51))).toBeNull()
})

test('the sender setting is a name and an address', () => {
  expect(parseSender('Fornix <no-reply@fornix.example>')).toEqual({
    name: 'Fornix',
    address: 'no-reply@fornix.example',
  })
  expect(parseSender('no-reply@fornix.example')).toEqual({ name: '', address: 'no-reply@fornix.example' })
  expect(() => parseSender('nobody')).toThrow('MAIL_FROM')
})
