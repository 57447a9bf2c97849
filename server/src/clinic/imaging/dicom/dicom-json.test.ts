import { expect, test } from 'vitest'
import { aStudy, instancesOf } from '../../../../test/dicom.ts'
import { altered } from '../../../../test/stow.ts'
import { type DicomJson, textOf } from './dicom-json.ts'
import { readHead } from './head.ts'

const given = { id: 'MRN-ABCD', issuer: 'northside', name: 'Rivera^Anabel', birthDate: '19900214', sex: 'F' as const }
const [name, id] = ['00100010', '00100020'] as const
const tagsOf = async (bytes: Buffer): Promise<DicomJson> =>
  JSON.parse((await readHead(async (start, end) => bytes.subarray(start, end + 1), bytes.length)).metadata)

/** The tags of an instance in which `from` was overwritten with `to`. */
const tagsWith = async (from: string, to: string) => {
  const [one] = await instancesOf(aStudy('controls', { patient: given }), 1)
  const bytes = altered(one!, from, to)
  return tagsOf(bytes)
}

test.each([
  ['padding after a name', given.name, 'Rivera^Ana\0\0\0', name, 'Rivera^Ana'],
  ['a NUL inside a name', given.name, 'Rivera\0^Ana\0\0', name, 'Rivera ^Ana'],
  ['a bell in a name', given.name, 'Rivera^Ana\x07el', name, 'Rivera^Ana el'],
  ['nothing but padding', given.name, '\0'.repeat(13), name, ''],
  ['padding after an id', given.id, 'MRN-A\0\0\0', id, 'MRN-A'],
  ['a NUL inside an id, which does not become another id', given.id, 'MRN-\0BCD', id, 'MRN- BCD'],
])('%s is not listed', async (_what, from, to, tag, listed) => {
  const tags = await tagsWith(from, to)
  expect(textOf(tags, tag) ?? '').toBe(listed)
  expect(JSON.stringify(tags)).not.toMatch(/\\u00(0[0-9a-f]|1[0-9a-f]|7f)/)
})

const element = (tag: number, vr: string, value: string) => {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.write(vr, 4)
  head.writeUInt16LE(value.length, 6)
  return Buffer.concat([head, Buffer.from(value)])
}
const item = (content: Buffer) => {
  const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}
const sequence = (content: Buffer) => {
  const head = Buffer.from([0x29, 0x00, 0x01, 0x10, 0x53, 0x51, 0, 0, 0, 0, 0, 0])
  head.writeUInt32LE(content.length, 8)
  return Buffer.concat([head, content])
}
const creator = element(0x00290010, 'LO', 'DEVICE\0\0')

test.each([
  ['a private text', element(0x00291001, 'LO', 'Head\0'), ['Head']],
  ['several values', element(0x00291001, 'LO', 'a\0\\b\0'), ['a', 'b']],
  ['a date', element(0x00291001, 'DA', '20260910\0\0'), ['20260910']],
  ['a number', element(0x00291001, 'IS', '15\0\0'), [15]],
  ['an item', sequence(item(element(0x00080104, 'LO', 'Head\0'))), [{ '00080104': { vr: 'LO', Value: ['Head'] } }]],
])('padding in %s is not listed', async (_what, written, values) => {
  const [{ bytes } = { bytes: Buffer.alloc(0) }] = await instancesOf(aStudy('private'), 1)
  const pixels = bytes.indexOf(Buffer.from([0xe0, 0x7f, 0x10, 0x00]))
  const tags = await tagsOf(Buffer.concat([bytes.subarray(0, pixels), creator, written, bytes.subarray(pixels)]))
  expect(tags['00291001']?.Value).toEqual(values)
})

test.each([
  [
    'Yamada^Tarou=山田^太郎=やまだ^たろう',
    { Alphabetic: 'Yamada^Tarou', Ideographic: '山田^太郎', Phonetic: 'やまだ^たろう' },
  ],
  ['=山田^太郎', { Ideographic: '山田^太郎' }],
])('the name %s keeps its groups', async (written, groups) => {
  const [one] = await instancesOf(aStudy('groups', { patient: { ...given, name: written } }), 1)
  const tags = await tagsOf(one!.bytes)
  expect(tags[name]?.Value).toEqual([groups])
  expect(textOf(tags, name)).toBe(written)
})
