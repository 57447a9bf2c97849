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
