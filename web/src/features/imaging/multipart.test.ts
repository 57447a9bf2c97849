import { expect, test } from 'vitest'
import { multipartParts } from './multipart.ts'

const type = 'multipart/related; type="application/dicom"; boundary=aB-1'
const encode = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
// Looks like a boundary, and like the end of a header.
const tricky = 'x\r\n--aB\r\n\r\n--aB-1 y\r\n'

const body = (parts: string[], { lengths = true, preamble = '' } = {}) =>
  `${preamble}${parts
    .map(
      (part) =>
        `--aB-1\r\nContent-Type: application/dicom${lengths ? `\r\nContent-Length: ${part.length}` : ''}\r\n\r\n${part}\r\n`,
    )
    .join('')}--aB-1--\r\n`

async function* cut(text: string, size: number) {
  const bytes = encode(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}
const read = async (text: string, size: number, contentType = type) => {
  const parts = []
  for await (const part of multipartParts(cut(text, size), contentType)) parts.push(decode(part))
  return parts
}

test.each([1, 2, 7, 64, 100_000])('parts come whole, however the bytes are cut: %i at a time', async (size) => {
  const parts = ['one', '', 'three'.repeat(50)]
  expect(await read(body(parts), size)).toEqual(parts)
  expect(await read(body(parts, { lengths: false }), size)).toEqual(parts)
  expect(await read(body(parts, { preamble: 'hello\r\n' }), size, type.replace('aB-1', '"aB-1"'))).toEqual(parts)
})

test('with a length, a picture may hold what looks like a boundary', async () => {
  expect(await read(body([tricky, 'two']), 5)).toEqual([tricky, 'two'])
})

test('an answer that is cut short, or no multipart at all, is an error and not a shorter series', async () => {
  const whole = body(['one', 'two'])
  for (const at of [whole.length - 8, whole.length - 20, 40, 0])
    await expect(read(whole.slice(0, at), 9)).rejects.toThrow()
  await expect(read('{}', 9, 'application/json')).rejects.toThrow('not multipart')
})
