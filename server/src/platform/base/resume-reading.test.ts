import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unavailable } from './errors.ts'
import { maxResumptions, readResuming } from './resume-reading.ts'
import { pauseMs } from './retry-while-away.ts'

const file = Buffer.from('What a scanner sent, in several pieces.')
const reset = () => Object.assign(new Error('The connection was reset'), { code: 'ECONNRESET' })

/** The file in pieces of a size, up to where it ends or fails. */
const sending = (bytes: Buffer, size: number, failure?: Error) =>
  Readable.from(
    (async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
      if (failure) throw failure
    })(),
    { objectMode: false },
  )
const read = async (...attempts: (() => Readable)[]) => {
  let opened = 0
  const bytes = await buffer(
    readResuming(async () => {
      const next = attempts[opened++]
      if (!next) throw new Error('Opened once too often')
      return next()
    }),
  )
  return { bytes, opened }
}

test('a file that breaks off goes on where it broke, in pieces of any size', async () => {
  const { bytes, opened } = await read(
    () => sending(file.subarray(0, 10), 4, reset()),
    () => {
      throw unavailable()
    },
    () => sending(file.subarray(0, 7), 7, reset()),
    () => sending(file, 9),
  )
  expect(bytes).toEqual(file)
  expect(opened).toBe(4)
})

test.each([
  ['other bytes before the break', Buffer.from(file).fill('x', 0, 1)],
  ['fewer bytes', file.subarray(0, 5)],
])('a file that comes again with %s ends the download', async (_, changed) => {
  const first = () => sending(file.subarray(0, 10), 4, reset())
  await expect(read(first, () => sending(changed, 9))).rejects.toThrow('A file changed while it was being sent')
})

test('a file that fails for another reason is not opened again', async () => {
  const damaged = () => sending(file.subarray(0, 10), 4, new Error('A stored byte differs'))
  await expect(read(damaged, () => sending(file, 9))).rejects.toThrow('A stored byte differs')
})

test('a file that breaks off again and again is given up, however little comes each time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let opened = 0
  let isOver = false
  const reading = expect(
    buffer(readResuming(async () => sending(file.subarray(0, ++opened), 1, reset()))).finally(() => {
      isOver = true
    }),
  ).rejects.toThrow('The connection was reset')
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(pauseMs)
    await new Promise(setImmediate)
  }
  await reading
  expect(opened).toBe(maxResumptions + 1)
})
