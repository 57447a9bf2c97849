import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { FileStore } from '../stores/store.ts'
import { chunkBytes, DamagedFile, decrypting, decryptRange, encrypting } from './encryption.ts'
import { boundTo } from './file-identity.ts'

const key = randomBytes(32)
const aad = boundTo('file', 'project', 'patient', 'one', 'document')
const frame = chunkBytes + 16
const head = 8

const sealed = (plain: Buffer) => buffer(Readable.from([plain]).pipe(encrypting(key, aad)))

/** The output before the end or the error, fed in uneven chunks. */
const opened = async (stored: Buffer, { with: otherKey = key, as = aad } = {}) => {
  const pieces = function* () {
    for (let at = 0; at < stored.length; at += 40_001) yield stored.subarray(at, at + 40_001)
  }
  const stream = decrypting(otherKey, as)
  const out: Buffer[] = []
  Readable.from(pieces()).pipe(stream)
  try {
    for await (const piece of stream) out.push(piece)
  } catch (error) {
    return { error, plain: Buffer.concat(out) }
  }
  return { error: undefined, plain: Buffer.concat(out) }
}

describe('encryption of files', () => {
  test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 3 * chunkBytes + 77])(
    'gives back %i bytes as they were',
    async (size) => {
      const plain = randomBytes(size)
      const stored = await sealed(plain)
      expect(stored.length).toBe(head + size + 16 * Math.max(1, Math.ceil(size / chunkBytes)))
      expect((await opened(stored)).plain.equals(plain)).toBe(true)
    },
  )

  test('shows nothing of the plaintext', async () => {
    const stored = await sealed(Buffer.from('%PDF-1.7 a patient'))
    expect(stored.includes('patient')).toBe(false)
  })

  const plain = randomBytes(2 * chunkBytes + 500)
  test.each([
    ['the header', 3, 0],
    ['the first chunk', head + 10, 0],
    ['the tag of the first chunk', head + chunkBytes + 3, 0],
    ['the second chunk', head + frame + 10, chunkBytes],
    ['the last chunk', head + 2 * frame + 10, 2 * chunkBytes],
    ['the last tag', head + 2 * frame + 500 + 15, 2 * chunkBytes],
  ])('notices one changed bit in %s and lets nothing of that chunk out', async (_where, at, verified) => {
    const stored = await sealed(plain)
    stored[at]! ^= 1
    const { error, plain: out } = await opened(stored)
    expect(error).toBeInstanceOf(DamagedFile)
    expect(out.equals(plain.subarray(0, verified))).toBe(true)
  })

  test.each([0, 5, head, head + 15, head + 100, head + frame, head + 2 * frame, head + 2 * frame + 515])(
    'notices that everything after byte %i is missing',
    async (length) => {
      const stored = await sealed(plain)
      expect((await opened(stored.subarray(0, length))).error).toBeInstanceOf(DamagedFile)
    },
  )

  test('notices added bytes, added frames, swapped, repeated and dropped frames', async () => {
    const stored = await sealed(plain)
    const part = (index: number) =>
      stored.subarray(head + index * frame, Math.min(head + (index + 1) * frame, stored.length))
    const start = stored.subarray(0, head)
    for (const changed of [
      [stored, Buffer.from([0])],
      [stored, part(2)],
      [start, part(1), part(0), part(2)],
      [start, part(0), part(0), part(2)],
      [start, part(1), part(2)],
      [start, part(0), part(2)],
    ])
      expect((await opened(Buffer.concat(changed))).error).toBeInstanceOf(DamagedFile)
  })

  test('opens only with its key and for its project, patient, file and kind', async () => {
    const stored = await sealed(plain)
    expect((await opened(stored, { with: randomBytes(32) })).error).toBeInstanceOf(DamagedFile)
    for (const parts of [
      ['file', 'project2', 'patient', 'one', 'document'],
      ['file', 'project', 'patient2', 'one', 'document'],
      ['file', 'project', 'patient', 'two', 'document'],
      ['file', 'project', 'patient', 'one', 'reimbursement'],
    ])
      expect((await opened(stored, { as: boundTo(...parts) })).error).toBeInstanceOf(DamagedFile)
  })

  test('takes no more from its source than the reader asks for', async () => {
    let made = 0
    const source = Readable.from(
      (function* () {
        for (; made < 200; made++) yield Buffer.alloc(chunkBytes)
      })(),
      { objectMode: false, highWaterMark: chunkBytes },
    )
    const through = source.pipe(encrypting(key, aad)).pipe(decrypting(key, aad))
    await through[Symbol.asyncIterator]().next()
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(made).toBeLessThan(16)
    source.destroy()
    through.destroy()
  })
})

describe('reading a range', () => {
  const plain = randomBytes(5 * chunkBytes + 123)
  const over = (stored: Buffer) => {
    const asked: number[] = []
    const store: Pick<FileStore, 'get'> = {
      get: async (_key, range) => {
        const part = stored.subarray(range!.start, range!.end + 1)
        asked.push(part.length)
        return Readable.from([part.subarray(0, 1000), part.subarray(1000)])
      },
    }
    return { asked, bytes: { store: store as FileStore, storageKey: 'k', key, aad, plainSize: plain.length } }
  }

  test.each([
    [0, 0, 1],
    [0, chunkBytes - 1, 1],
    [chunkBytes - 1, chunkBytes, 2],
    [chunkBytes, 2 * chunkBytes - 1, 1],
    [70_000, 200_000, 3],
    [plain.length - 1, plain.length - 1, 1],
    [0, plain.length - 1, 6],
  ])('gives bytes %i to %i out of %i chunks', async (start, end, chunks) => {
    const { asked, bytes } = over(await sealed(plain))
    const part = await buffer(decryptRange(bytes, { start, end }))
    expect(part.equals(plain.subarray(start, end + 1))).toBe(true)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toBeLessThanOrEqual(chunks * frame)
  })

  test('notices a changed, a cut and a lengthened file', async () => {
    const stored = await sealed(plain)
    const changed = Buffer.from(stored)
    changed[head + frame + 9]! ^= 1
    await expect(buffer(decryptRange(over(changed).bytes, { start: 70_000, end: 70_001 }))).rejects.toThrow(DamagedFile)
    const cut = stored.subarray(0, head + 3 * frame)
    await expect(buffer(decryptRange(over(cut).bytes, { start: 0, end: plain.length - 1 }))).rejects.toThrow(
      DamagedFile,
    )
    const claimed = { ...over(stored).bytes, plainSize: 5 * chunkBytes }
    await expect(buffer(decryptRange(claimed, { start: 0, end: 5 * chunkBytes - 1 }))).rejects.toThrow(DamagedFile)
  })

  test.each([
    [-1, 5],
    [5, 4],
    [0, plain.length],
    [0.5, 3],
  ])('refuses the range %d to %d', async (start, end) => {
    const { bytes } = over(Buffer.alloc(0))
    expect(() => decryptRange(bytes, { start, end })).toThrow(RangeError)
  })
})
