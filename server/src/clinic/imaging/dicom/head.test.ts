import { demoStudy } from '@fornix/demo/seeds/scans/demo-study.ts'
import { beforeAll, expect, test } from 'vitest'
import { aStudy } from '../../../../test/dicom.ts'
import { type DicomJson, textOf } from './dicom-json.ts'
import { encapsulatedFrames, type ReadBytes } from './frames.ts'
import { readHead } from './head.ts'

let file: Buffer
beforeAll(async () => {
  for await (const { bytes } of demoStudy(aStudy('head', { studyUid: '2.25.4242424' }))) {
    file = bytes
    return
  }
})

const reading = (bytes: Buffer): [ReadBytes, number] => [
  async (start, end) => bytes.subarray(start, end + 1),
  bytes.length,
]
const refusal = (bytes: Buffer) =>
  readHead(...reading(bytes)).then(
    () => undefined,
    ({ reason }) => reason,
  )
const replaced = (from: string | Buffer, to: string | Buffer) => {
  const at = file.indexOf(from)
  expect(at).toBeGreaterThan(0)
  const copy = Buffer.from(file)
  Buffer.from(to).copy(copy, at)
  return copy
}

test('the head tells identity, tags and where the pixels lie', async () => {
  const head = await readHead(...reading(file))
  expect(head).toMatchObject({
    studyUid: '2.25.4242424',
    transferSyntax: '1.2.840.10008.1.2.1',
    sopClass: '1.2.840.10008.5.1.4.1.1.4',
  })
  const tags: DicomJson = JSON.parse(head.metadata)
  expect(textOf(tags, '00100010')).toBe('Łukasz^Ana')
  expect(tags['7FE00010']).toBeUndefined()
  const bytes = 113 * 135 * 2
  expect(head.frames).toEqual({ at: file.length - bytes - (bytes % 2), size: bytes, count: 1 })
})

test('a file that is cut anywhere is refused', async () => {
  for (const length of [200, 600, 1000, file.length - 1000, file.length - 2])
    expect(await refusal(file.subarray(0, length)), `${length}`).toBe('truncated')
})

test('what is no DICOM, has no pixels, foreign UIDs or an unknown compression is refused with its reason', async () => {
  expect(await refusal(Buffer.alloc(5000, 'x'))).toBe('not_dicom')
  expect(await refusal(Buffer.alloc(0))).toBe('not_dicom')
  expect(await refusal(replaced('1.2.840.10008.1.2.1\0', '1.2.840.10008.1.2.9\0'))).toBe('transfer_syntax')
  expect(await refusal(replaced('2.25.4242424', '2.25/4242424'))).toBe('uids')
  const pixels = file.indexOf(Buffer.from([0xe0, 0x7f, 0x10, 0x00]))
  expect(await refusal(file.subarray(0, pixels))).toBe('no_pixels')
})

const fragment = (bytes: Buffer) => {
  const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
  head.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([head, bytes])
}
const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])
const framesOf = (parts: Buffer[], count: number) => {
  const [read, size] = reading(Buffer.concat(parts))
  return encapsulatedFrames(read, 0, size, count)
}

test('compressed frames are found: one fragment each, several by the offset table or their first bytes, all of a single one', async () => {
  const [one, two, three] = ['aa', 'bbbb', 'cc'].map((text) => fragment(Buffer.from(text))) as [Buffer, Buffer, Buffer]
  const none = fragment(Buffer.alloc(0))
  expect(await framesOf([none, one, two, end], 2)).toEqual([[[16, 2]], [[26, 4]]])
  expect(await framesOf([none, one, two, end], 1)).toEqual([
    [
      [16, 2],
      [26, 4],
    ],
  ])
  const table = Buffer.alloc(8)
  table.writeUInt32LE(22, 4)
  expect(await framesOf([fragment(table), one, two, three, end], 2)).toEqual([
    [
      [24, 2],
      [34, 4],
    ],
    [[46, 2]],
  ])
  await expect(framesOf([none, one, two, three, end], 2)).rejects.toThrow('not supported')
  const [jpeg, next] = [Buffer.from('ffd8ffe0', 'hex'), Buffer.from('ff4fff51', 'hex')].map(fragment) as [
    Buffer,
    Buffer,
  ]
  expect(await framesOf([none, jpeg, one, next, end], 2)).toEqual([
    [
      [16, 4],
      [28, 2],
    ],
    [[38, 4]],
  ])
  await expect(framesOf([none, jpeg, one, next, end], 1)).resolves.toHaveLength(1)
  await expect(framesOf([none, one], 1)).rejects.toThrow('ends too early')
})
