import { expect, test } from 'vitest'
import { fileMetaOf } from './file-meta.ts'

const element = (number: number, vr: string, value: string) => {
  const long = vr === 'OB'
  const bytes = new TextEncoder().encode(value)
  const head = new Uint8Array(long ? 12 : 8)
  const view = new DataView(head.buffer)
  view.setUint16(0, 2, true)
  view.setUint16(2, number, true)
  head.set(new TextEncoder().encode(vr), 4)
  if (long) view.setUint32(8, bytes.length, true)
  else view.setUint16(6, bytes.length, true)
  return [...head, ...bytes]
}
const file = (...elements: number[][]) =>
  Uint8Array.from([...Array<number>(128).fill(0), ...new TextEncoder().encode('DICM'), ...elements.flat(), 8, 0, 0, 0])

test('a file says which instance it is and how it is compressed', () => {
  const bytes = file(
    element(1, 'OB', '\0\x01'),
    element(3, 'UI', '1.2.3\0'),
    element(0x10, 'UI', '1.2.840.10008.1.2.4.90'),
  )
  expect(fileMetaOf(bytes)).toEqual({ instance: '1.2.3', syntax: '1.2.840.10008.1.2.4.90' })
  // As part of a larger buffer.
  const larger = new Uint8Array(bytes.length + 7)
  larger.set(bytes, 7)
  expect(fileMetaOf(larger.subarray(7)).instance).toBe('1.2.3')
})

test('what is no DICOM file, or is cut, says nothing', () => {
  expect(fileMetaOf(new Uint8Array(4))).toEqual({ instance: '', syntax: '' })
  expect(fileMetaOf(file(element(3, 'UI', '1.2.3\0')).subarray(0, 136))).toEqual({ instance: '', syntax: '' })
})
