import { expect, test } from 'vitest'
import { dicomFile } from '../../../../test/dicom-writer.ts'
import { type DicomJson, textOf } from './dicom-json.ts'
import { readHead } from './head.ts'

const uids = { study: '2.25.31', series: '2.25.31.1', instance: '2.25.31.1.1' }
const even = (bytes: Buffer) => (bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(' ')]))
const bytes = (...parts: (string | number[])[]) =>
  even(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))))

/** A name and, in a sequence, a text, both encoded the same way. */
const tagsOf = async (charset: string, name: Buffer, inItem: Parameters<typeof dicomFile>[0]['more'] = []) => {
  const file = dicomFile({
    uids,
    more: [
      [0x00080005, 'CS', charset],
      [0x00081030, 'LO', name],
      [0x0040a730, 'SQ', [[...inItem, [0x0040a160, 'UT', name]]]],
    ],
  })
  const head = await readHead(async (start, end) => file.subarray(start, end + 1), file.length)
  const tags: DicomJson = JSON.parse(head.metadata)
  return [textOf(tags, '00081030'), textOf(tags['0040A730']?.Value?.[0] as DicomJson, '0040A160')]
}

test.each([
  ['', bytes([0x4a, 0xe9]), 'Jé'],
  ['ISO_IR 6', bytes('Plain'), 'Plain'],
  ['ISO_IR 100', bytes([0xc4], 'neas'), 'Äneas'],
  ['ISO_IR 192', even(Buffer.from('Łukasz 山田')), 'Łukasz 山田'],
  ['GB18030', bytes([0xcd, 0xf5, 0xd0, 0xa1]), '王小'],
  ['ISO_IR 144', bytes([0xbb, 0xee]), 'Лю'],
  ['\\ISO 2022 IR 87', bytes('A \x1b$B;3ED\x1b(B B'), 'A 山田 B'],
  ['ISO 2022 IR 13\\ISO 2022 IR 87', bytes([0xd4, 0xcf], '\x1b$B;3ED\x1b(J'), 'ﾔﾏ山田'],
  ['\\ISO 2022 IR 149', bytes('Hong \x1b$)C', [0xfb, 0xf3]), 'Hong 洪'],
  ['ISO 2022 IR 100\\ISO 2022 IR 126', bytes([0xe9], '\x1b-F', [0xe1]), 'éα'],
])('%s is read, in sequences too', async (charset, name, text) => {
  expect(await tagsOf(charset, name)).toEqual([text, text])
})

test('an item may be written in characters of its own', async () => {
  const [outside, inside] = await tagsOf('ISO_IR 100', bytes([0xc3, 0x84]), [[0x00080005, 'CS', 'ISO_IR 192']])
  expect([outside, inside]).toEqual(['Ã„', 'Ä'])
})
