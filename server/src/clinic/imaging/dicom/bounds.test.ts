import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { costlyDicom } from '../../../../test/costly/dicom.ts'
import { dicomFile } from '../../../../test/dicom-writer.ts'
import { stowType } from '../../../../test/stow.ts'
import { encapsulatedFrames, frameOf, nativeFrames, type ReadBytes } from './frames.ts'
import { readHead } from './head.ts'
import { HeadGoesOn, layoutOf } from './head-layout.ts'
import { deflatedAt } from './inflating.ts'
import { deflated } from './transfer-syntaxes.ts'

const boundary = /boundary=(.*)$/.exec(stowType)?.[1]
const fileOf = (what: string, share: number) => {
  const { body } = costlyDicom.find((file) => file.what === `DICOM: ${what}`)!.make({ share, seed: 1 })
  return body.subarray(body.indexOf('\r\n\r\n') + 4, body.lastIndexOf(`\r\n--${boundary}--`))
}
/** Counts how often the stored file is opened. */
const counted = (bytes: Buffer) => {
  const seen = { times: 0 }
  const read: ReadBytes = async (start, end) => {
    seen.times++
    return bytes.subarray(start, end + 1)
  }
  return { read, seen }
}
const outcomeOf = (bytes: Buffer) =>
  readHead(counted(bytes).read, bytes.length).then(
    () => 'taken',
    ({ reason }) => reason,
  )

test.each([
  ['frames of one byte', 1 / 10, 'too_many_frames'],
  ['frames of one bit', 1 / 100, 'too_many_frames'],
  ['as many frames of one byte as are taken', 1, 'taken'],
  ['more frames than bytes', 1, 'too_many_frames'],
  ['frames that are no whole number', 1, 'unreadable'],
  ['fewer frames than none', 1, 'no_pixels'],
  ['frames without bits', 1, 'no_pixels'],
  ['the largest rows and columns', 1, 'truncated'],
  ['the largest rows, columns and bits, in many frames', 1, 'truncated'],
  ['empty fragments', 1 / 10, 'too_many_frames'],
  ['fragments without an end', 1 / 100, 'truncated'],
  ['a fragment that is longer than the file', 1, 'truncated'],
  ['an offset table whose entries are all the same', 1 / 100, 'unreadable'],
  ['an offset table that points behind the file', 1, 'unreadable'],
  ['an offset table of 2 GB', 1, 'truncated'],
  ['sequences in sequences', 1, 'too_complex'],
  ['sequences in sequences', 1 / 100, 'taken'],
  ['sequences of undefined length in sequences', 1, 'too_complex'],
  ['sequences of undefined length in sequences', 1 / 500, 'taken'],
  ['sequences that are opened only', 1, 'too_complex'],
  ['elements of two bytes', 1 / 8, 'too_complex'],
  ['empty items', 1 / 8, 'too_complex'],
  ['groups of functions for many frames', 1 / 5, 'too_complex'],
  ['a text of separators', 1 / 5, 'too_complex'],
  ['numbers in millions', 1 / 5, 'too_complex'],
  ['a private value of 20 MB before the pixels', 1, 'taken'],
  ['a value that is longer than the file', 1, 'truncated'],
  ['a sequence that is longer than the file', 1, 'unreadable'],
  ['an item that is longer than its sequence', 1, 'unreadable'],
  ['an id of 60 KB', 1, 'too_complex'],
  ['a head that is cut in the middle', 1, 'truncated'],
  ['what is called deflated and is not', 1 / 100, 'unreadable'],
])('%s (a share of %d): %s', async (what, share, outcome) => {
  expect(await outcomeOf(fileOf(what, share))).toBe(outcome)
})

test('a small file that inflates to more than 256 MB is refused', async () => {
  const uids = { study: '1.2.3', series: '1.2.3.4', instance: '1.2.3.4.5' }
  const file = dicomFile({ uids, syntax: deflated })
  const start = await deflatedAt({ read: counted(file).read, size: file.length })
  const zeros = deflateRawSync(Buffer.alloc(256 * 1024 * 1024 + 1), { level: 1 })
  expect(await outcomeOf(Buffer.concat([file.subarray(0, start), zeros]))).toBe('too_large')
})

test('equal frames are kept as one range, and found by their number', () => {
  const frames = nativeFrames(100, 1000, 80, 100)
  expect(frames).toEqual({ at: 100, size: 10, count: 100 })
  expect(frameOf(frames, 1)).toEqual([[100, 10]])
  expect(frameOf(frames, 100)).toEqual([[1090, 10]])
  for (const number of [0, 101, -1]) expect(frameOf(frames, number)).toBeUndefined()
  expect(() => nativeFrames(100, 999, 80, 100)).toThrow('ends too early')
})

test('frames of older rows are found, too', () => {
  expect(frameOf([[[7, 3]], [[10, 3]]], 2)).toEqual([[10, 3]])
  expect(frameOf([[[7, 3]]], 2)).toBeUndefined()
})

test('single bits are frames of their own where each begins with a byte, else one for all', () => {
  expect(nativeFrames(0, 4, 16, 2)).toEqual({ at: 0, size: 2, count: 2 })
  expect(nativeFrames(0, 4, 15, 2)).toEqual({ at: 0, size: 4, count: 1 })
  expect(nativeFrames(0, 2, 9, 1)).toEqual({ at: 0, size: 2, count: 1 })
  expect(() => nativeFrames(0, 3, 15, 2)).toThrow('ends too early')
})

test('fragments are walked over few readings, however many there are', async () => {
  const bytes = fileOf('as many fragments as are taken, in one frame', 1)
  const start = bytes.indexOf(Buffer.from([0xfe, 0xff, 0x00, 0xe0]))
  const { read, seen } = counted(bytes)
  const [frame] = (await encapsulatedFrames(read, start, bytes.length, 1)) as [unknown[]]
  expect(frame).toHaveLength(49_000)
  expect(seen.times).toBeLessThan(10)
})

test('a head that goes on behind the bytes at hand is asked for, not refused', () => {
  const bytes = fileOf('a description of 60 KB', 1)
  expect(() => layoutOf(bytes.subarray(0, 5000), false)).toThrow(HeadGoesOn)
  expect(() => layoutOf(bytes.subarray(0, 5000), true)).toThrow('ends too early')
  expect(layoutOf(bytes, true).pixels).toBeDefined()
})

test('what the database cannot keep as text is left out of the tags', async () => {
  const bytes = fileOf('zero bytes in texts', 1)
  const { metadata } = await readHead(counted(bytes).read, bytes.length)
  expect(JSON.parse(metadata)['00101040'].Value).toEqual(['a b c'])
  expect(metadata).not.toContain('\\u0000')
})

test('an instance number out of range is none', async () => {
  const bytes = fileOf('an instance number out of every range', 1)
  expect((await readHead(counted(bytes).read, bytes.length)).instanceNumber).toBe(0)
})
