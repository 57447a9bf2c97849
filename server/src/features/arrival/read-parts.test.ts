import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as tick } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { stowBody, stowType } from '../../../test/stow.ts'
import { boundaryOf, readParts } from './read-parts.ts'

const boundary = boundaryOf(stowType) ?? ''
const chunk = Buffer.alloc(64 * 1024, 'x')

/** A body that records how much of it was read. */
const bodyOf = (chunks: Iterable<Buffer>) => {
  const taken = { bytes: 0 }
  const counted = function* () {
    for (const bytes of chunks) {
      taken.bytes += bytes.length
      yield bytes
    }
  }
  return { body: Readable.from(counted(), { objectMode: false, highWaterMark: 64 * 1024 }), taken }
}
const settled = async () => {
  for (let turn = 0; turn < 200; turn++) await tick()
}
const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('of a large part no more is taken in than somebody reads', async () => {
  const start = stowBody([Buffer.alloc(0)], { end: '' }).subarray(0, -2)
  const large = function* () {
    yield start
    for (let n = 0; n < 1000; n++) yield chunk
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const { body, taken } = bodyOf(large())
  const { open, opened } = gate()
  let size = 0
  const reading = readParts(body, boundary, {
    maxParts: 5,
    take: async (part) => {
      await opened
      for await (const bytes of part) size += (bytes as Buffer).length
    },
    refuse: () => {},
  })
  await settled()
  expect(taken.bytes).toBeLessThan(8 * chunk.length)
  open()
  await reading
  expect(size).toBe(1000 * chunk.length)
})

test('of many small parts no more are taken in than are stored', async () => {
  const small = stowBody([Buffer.alloc(8000, 'y')], { end: '' })
  const many = function* () {
    for (let n = 0; n < 1500; n++) yield small
    yield Buffer.from(`--${boundary}--\r\n`)
  }
  const { body, taken } = bodyOf(many())
  const { open, opened } = gate()
  const sizes = new Set<number>()
  const reading = readParts(body, boundary, {
    maxParts: 2000,
    take: async (part) => {
      sizes.add((await buffer(part)).length)
      await opened
    },
    refuse: () => {},
  })
  await settled()
  expect(taken.bytes).toBeLessThan(4 * chunk.length)
  open()
  await reading
  expect([...sizes]).toEqual([8000])
})

test('a part that nobody reads to its end does not hold up the next', async () => {
  const body = stowBody([Buffer.alloc(500_000, 'a'), Buffer.alloc(500_000, 'b'), Buffer.from('c')])
  const seen: string[] = []
  const refused: number[] = []
  await readParts(Readable.from([body.subarray(0, 700_000), body.subarray(700_000)]), boundary, {
    maxParts: 5,
    take: async (part, number) => {
      if (number < 2) throw new Error('no')
      seen.push((await buffer(part)).toString())
    },
    refuse: (number) => refused.push(number),
  })
  expect({ seen, refused }).toEqual({ seen: ['c'], refused: [0, 1] })
})

test('what goes on without a part is given up', async () => {
  const { body, taken } = bodyOf(Array.from({ length: 500 }, () => chunk))
  const reading = readParts(body, boundary, { maxParts: 5, take: async () => {}, refuse: () => {} })
  await expect(reading).rejects.toMatchObject({ status: 400 })
  expect(taken.bytes).toBeLessThan(8 * chunk.length)
})

test('more parts than are allowed end the request; those before them were taken', async () => {
  const seen: number[] = []
  const reading = readParts(Readable.from([stowBody([1, 2, 3].map((n) => Buffer.from(`${n}`)))]), boundary, {
    maxParts: 2,
    take: async (part, number) => {
      seen.push(number)
      await buffer(part)
    },
    refuse: () => {},
  })
  await expect(reading).rejects.toMatchObject({ status: 413, message: 'One request can carry at most 2 instances.' })
  expect(seen).toEqual([0, 1])
})
